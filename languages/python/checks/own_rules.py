"""Rules written in Python."""

import jsii
from cdk8s import Testing

from cdk8s_sidecars import IRule, KubernetesVersion, Offense, PodLifecycle, RuleBook, Severity

from .harness import cache, check, deployment, refusal, same


@jsii.implements(IRule)
class NeedsTeam:
    """Requires a team label on every pod."""

    @property
    def id(self):
        return "ACME1"

    @property
    def severity(self):
        return Severity.ERROR

    @property
    def title(self):
        return "Every pod has a team label"

    def check(self, subject):
        if "team" in subject.pod.metadata.get("labels", {}):
            return []
        return [Offense(message=f"{subject.pod.title} has no team label", fix="add the label 'team' to the pod")]


@jsii.implements(IRule)
class Answers:
    """Returns the given result."""

    def __init__(self, answer, id="ACME2"):
        self._answer = answer
        self._id = id

    @property
    def id(self):
        return self._id

    @property
    def severity(self):
        return Severity.WARNING

    @property
    def title(self):
        return "A rule"

    def check(self, subject):
        return self._answer(subject)


@jsii.implements(IRule)
class WithPlainAttributes:
    id = "ACME3"
    severity = Severity.INFO
    title = "Node.js does not see plain attributes"

    def check(self, subject):
        return []


def own_findings(workload):
    return [finding for finding in PodLifecycle.of(workload).findings if finding.rule.startswith("ACME")]


@check
def a_rule_written_in_python_stops_synth():
    chart = Testing.chart()
    RuleBook.of(chart).add(NeedsTeam())
    cache(deployment(chart))

    sentence = refusal(Testing.synth, chart)
    assert "[test/web] ACME1 Deployment/test-web-" in sentence, sentence
    assert sentence.endswith(" has no team label: add the label 'team' to the pod"), sentence


@check
def a_rule_written_in_python_can_be_satisfied_or_acknowledged():
    chart = Testing.chart()
    RuleBook.of(chart).add(NeedsTeam())
    web = deployment(chart)
    web.pod_metadata.add_label("team", "checkout")
    cache(web)
    same(own_findings(web), [])
    Testing.synth(chart)

    other = Testing.chart()
    RuleBook.of(other).add(NeedsTeam())
    api = deployment(other)
    PodLifecycle.of(api).acknowledge("ACME1", "it has no owner yet")
    same([finding.acknowledged for finding in own_findings(api)], ["it has no owner yet"])
    same(Testing.synth(other)[0]["metadata"]["annotations"], {"acknowledge.cdk8s-sidecars/ACME1": "it has no owner yet"})


@check
def a_rule_written_in_python_sees_the_pod_and_the_version():
    chart = Testing.chart()
    PodLifecycle.target(chart, KubernetesVersion.of("1.34"))
    RuleBook.of(chart).add(Answers(lambda subject: [
        Offense(container=sidecar.name, message=f"'{sidecar.name}' runs on {subject.kubernetes.to_string()}", fix="read this", severity=Severity.INFO)
        for sidecar in subject.pod.sidecars]))
    web = deployment(chart)
    cache(web)

    same([(finding.rule, finding.severity, finding.container, finding.message) for finding in own_findings(web)],
         [("ACME2", Severity.INFO, "cache", "'cache' runs on 1.34")])
    same([rule.id for rule in RuleBook.of(web).rules], ["ACME2"])


@check
def a_rule_that_raises_causes_an_error_that_names_it():
    def fail(subject):
        raise ValueError("no such label")

    web = deployment(Testing.chart())
    RuleBook.of(web).add(Answers(fail))

    [finding] = own_findings(web)
    same((finding.rule, finding.severity, finding.fix), ("ACME2", Severity.ERROR, "fix the rule, or remove it from the rule book"))
    assert finding.message.startswith("the rule fails on Deployment/test-web-"), finding.message
    assert "no such label" in finding.message, finding.message
    print("       " + finding.message)


@check
def a_rule_that_returns_none_causes_an_error():
    web = deployment(Testing.chart())
    RuleBook.of(web).add(Answers(lambda subject: None))

    [finding] = own_findings(web)
    print("       " + finding.message)
    same(finding.severity, Severity.ERROR)
    assert "it returns nothing instead of a list of offenses" in finding.message, finding.message


@check
def an_id_of_this_library_is_rejected():
    same(refusal(RuleBook.of(Testing.chart()).add, Answers(None, "NS101")),
         "'NS101' is not a valid id for a custom rule: use two or more capital letters and a number, for example ACME1 (the prefix NS is reserved)")


@check
def plain_attributes_are_rejected_with_a_hint():
    same(refusal(RuleBook.of(Testing.chart()).add, WithPlainAttributes()),
         "the rule has no id: set one, for example ACME1 (in Python, use a @property, because a plain attribute has no effect)")
