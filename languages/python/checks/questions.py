"""Timelines and testing helpers return Python values."""

from cdk8s import Duration, Testing

from cdk8s_sidecars import ContainerBehavior, ContainerRole, LifecycleTesting, PodLifecycle, PodOutcome

from .harness import cache, check, deployment, export_job, refusal, same


@check
def a_timeline_answers_questions():
    web = deployment(Testing.chart())
    cache(web, shutdown=Duration.seconds(2))

    life = PodLifecycle.of(web, shutdown=Duration.seconds(15))

    assert life.timeline().starts_before("cache", "web")
    assert not life.timeline().starts_before("web", "cache")
    assert life.timeline().outlives("cache", "web")
    same([sidecar.name for sidecar in life.sidecars], ["cache"])
    same(life.grace_period.to_seconds(), 19)
    same(life.budget.explain(), "web shutdown 15 s + cache shutdown 2 s = 17 s, plus 2 s of margin: 19 s")


@check
def a_job_completes_although_its_sidecar_never_exits():
    job = export_job(Testing.chart(), active_deadline=Duration.hours(1))
    cache(job)

    life = PodLifecycle.of(job)
    failed = life.timeline(containers={"export": ContainerBehavior(exits_after=5, exit_code=3)})

    assert life.timeline().completes()
    assert not failed.completes()
    same(failed.outcome, PodOutcome.FAILED)


@check
def an_event_that_never_happens_is_none():
    web = deployment(Testing.chart())
    cache(web)

    stuck = PodLifecycle.of(web).timeline(containers={"cache": ContainerBehavior(gate_never_opens=True)})

    same(stuck.start_of("web"), None)
    same(stuck.start_of("cache"), 0)
    same(PodLifecycle.of(web).timeline().why, None)


@check
def testing_helpers_read_only_the_output():
    chart = Testing.chart()
    cache(deployment(chart))

    pod = LifecycleTesting.pod(chart, "Deployment")
    timeline = LifecycleTesting.timeline(chart, "Deployment", delete_at=20, containers={"web": ContainerBehavior(shutdown=3)})

    same([container.name for container in pod.sidecars], ["cache"])
    same(pod.container("cache").role, ContainerRole.SIDECAR)
    same(timeline.end_of("web"), 23)
    same(refusal(LifecycleTesting.pod, chart, "Job"), f"chart 'test' has 0 workloads that match 'Job': use one of '{pod.title}'")
    same(refusal(timeline.starts_before, "proxy", "web"), f"{pod.title} has no container 'proxy': it has 'cache', 'web'")
