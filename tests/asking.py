"""A question that rules of tests ask: a decision that belongs to no turn, with one answer, of which nothing comes."""

from carcassonne import Action
from carcassonne.expansion import Phase
from carcassonne.table import Table
from carcassonne.values import value


@value
class Answer(Action):
    """The answer to a question. Text: `answer`."""

    verb = "answer"
    form = "answer"


class Question(Phase[Answer]):
    """A decision that is only ever asked for."""

    name = "question"
    answers = (Answer,)

    def actions(self, table: Table) -> list[Action]:
        return [Answer()]

    def apply(self, table: Table, action: Answer) -> None:
        """Nothing comes of it."""
