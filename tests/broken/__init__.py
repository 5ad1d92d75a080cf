"""Expansions that are wrong on purpose: one for each promise of the contract, one for each smell."""
