"""Unit tests of charts with pytest. The first one compares the manifests with those of the examples in TypeScript."""

import importlib
import pathlib

import cdk8s_plus_28 as kplus
import pytest
from cdk8s import App, Chart, Duration
from cdk8s_sidecars import ContainerBehavior, LifecycleTesting, NativeSidecar, PodLifecycle, RuleBook, SidecarJob, StartupGate
from cdk8s_sidecars.catalog import FluentBit, FluentBitOutput

import job
import ordered_sidecars
from own_rule import NeedsTeam

EXAMPLES = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["plain-sidecar", "ordered-sidecars", "job", "meshed", "presets"])
def test_python_writes_the_same_manifests_as_typescript(name, tmp_path):
    app = App(outdir=str(tmp_path))
    importlib.import_module(name.replace("-", "_")).build(app)

    app.synth()

    expected = EXAMPLES / name / "output"
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(file.name for file in expected.iterdir())
    for file in expected.iterdir():
        assert (tmp_path / file.name).read_text() == file.read_text()


def chart_of(module) -> Chart:
    app = App()
    module.build(app)
    return app.charts[0]


def test_the_job_completes_although_its_proxy_never_exits():
    timeline = LifecycleTesting.timeline(chart_of(job), "Job", containers={"export": ContainerBehavior(exits_after=90)})

    assert timeline.completes()
    assert timeline.starts_before("db", "export")
    assert timeline.outlives("db", "export")


def test_the_migration_can_use_the_database():
    timeline = LifecycleTesting.timeline(chart_of(ordered_sidecars), "Deployment", delete_at=60)

    assert timeline.starts_before("db", "migrate")
    assert timeline.starts_before("migrate", "metrics")


def web_in(chart: Chart) -> kplus.Deployment:
    return kplus.Deployment(chart, "web", containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2")])


def test_a_grace_period_that_is_too_short_is_refused():
    chart = Chart(App(), "shop")
    web = kplus.Deployment(
        chart, "web",
        termination_grace_period=Duration.seconds(20),
        containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2")],
    )
    NativeSidecar(web, "cache", image="ghcr.io/acme/cache:1.6.45", startup=StartupGate.tcp_socket(11211), shutdown=Duration.seconds(2))
    PodLifecycle.of(web, shutdown=Duration.seconds(60))

    with pytest.raises(RuntimeError, match="NS301 the grace period is 20 s, but stopping in order takes 62 s"):
        LifecycleTesting.pods(chart)


def test_a_job_without_a_deadline_is_refused():
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'active_deadline'"):
        SidecarJob(Chart(App(), "shop"), "export", containers=[kplus.ContainerProps(image="ghcr.io/acme/export:1.0.0")])


def test_an_own_rule_stops_synth():
    chart = Chart(App(), "shop")
    RuleBook.of(chart).add(NeedsTeam())
    PodLifecycle.of(web_in(chart))

    with pytest.raises(RuntimeError, match="ACME1 the pod has no team label: add the label 'team' to the pod"):
        LifecycleTesting.pods(chart)


def test_a_dictionary_in_place_of_a_behavior_is_refused():
    with pytest.raises(TypeError, match="type of argument containers must be .*ContainerBehavior.*; got dict instead"):
        LifecycleTesting.timeline(chart_of(job), "Job", containers={"export": {"exitsAfter": 90, "exit_code": 3}})


def test_a_dictionary_in_place_of_an_output_is_refused():
    web = web_in(Chart(App(), "shop"))

    with pytest.raises(TypeError, match=r"type of argument outputs\[0\] must be cdk8s_sidecars.catalog.FluentBitOutput; got dict instead"):
        FluentBit(web, "logs", outputs=[{"plugin": "loki", "options": {"host": "loki"}}])
    with pytest.raises(TypeError, match="unexpected keyword argument 'option'"):
        FluentBitOutput(plugin="loki", option={"host": "loki"})
