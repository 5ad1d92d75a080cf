"""The expansions that come with the package. Each uses nothing but the public hooks."""
