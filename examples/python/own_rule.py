"""A rule of your own: every pod names its team."""

import jsii
from cdk8s_sidecars import IRule, Offense, RuleSubject, Severity


@jsii.implements(IRule)
class NeedsTeam:
    # Properties, because plain attributes have no effect: the library reads them in Node.js.
    @property
    def id(self) -> str:
        return "ACME1"

    @property
    def severity(self) -> Severity:
        return Severity.ERROR

    @property
    def title(self) -> str:
        return "Every pod has a team label"

    def check(self, subject: RuleSubject) -> list[Offense]:
        if "team" in subject.pod.metadata.get("labels", {}):
            return []
        return [Offense(message="the pod has no team label", fix="add the label 'team' to the pod")]
