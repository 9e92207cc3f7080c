"""Constructs, workloads, sidecars and resolvers written in Python."""

import json
import pathlib

import cdk8s_plus_28 as kplus
import jsii
from cdk8s import ApiObject, App, Chart, Include, IResolver, JsonPatch, Testing
from constructs import Construct

from cdk8s_sidecars import NativeSidecar, StartupGate

from .harness import cache, check, deployment, plain_deployment, pod_spec, refusal, same


class Shop(Construct):
    def __init__(self, scope, id):
        super().__init__(scope, id)
        deployment(self)


class OwnDeployment(kplus.Deployment):
    """A workload with its own class."""


class Memcached(NativeSidecar):
    """A preconfigured sidecar."""

    def __init__(self, scope, id, *, megabytes):
        super().__init__(scope, id, image="docker.io/library/memcached:1.6.45-alpine", user=11211, startup=StartupGate.tcp_socket(11211))
        self.add_overlay({"args": ["-m", str(megabytes)]})


class OwnJson(ApiObject):
    def to_json(self):
        return super().to_json()


def plain_object(kind, chart):
    thing = kind(chart, "web", api_version="apps/v1", kind="Deployment")
    thing.add_json_patch(JsonPatch.add("/spec", plain_deployment()["spec"]))
    return thing


@check
def a_construct_written_in_python_accepts_a_sidecar():
    chart = Testing.chart()
    cache(Shop(chart, "shop"))

    same([container["name"] for container in pod_spec(chart)["initContainers"]], ["cache"])


@check
def a_sidecar_can_have_its_own_class():
    chart = Testing.chart()
    Memcached(deployment(chart), "cache", megabytes=64)

    same(pod_spec(chart)["initContainers"][0]["args"], ["-m", "64"])


@check
def every_source_of_a_workload_gets_the_same_container():
    pathlib.Path("legacy.yaml").write_text(json.dumps(plain_deployment()), encoding="utf8")
    labels = {"app": "web"}
    template = kplus.k8s.PodTemplateSpec(
        metadata=kplus.k8s.ObjectMeta(labels=labels),
        spec=kplus.k8s.PodSpec(containers=[kplus.k8s.Container(name="web", image="ghcr.io/acme/web:1.4.2")]))
    spec = kplus.k8s.DeploymentSpec(selector=kplus.k8s.LabelSelector(match_labels=labels), template=template)
    sources = [
        deployment,
        lambda chart: OwnDeployment(chart, "web", containers=[kplus.ContainerProps(image="ghcr.io/acme/web:1.4.2")]),
        lambda chart: kplus.k8s.KubeDeployment(chart, "web", spec=spec),
        lambda chart: Include(chart, "legacy", url="legacy.yaml"),
    ]

    containers = []
    for source in sources:
        chart = Testing.chart()
        cache(source(chart))
        containers.append(pod_spec(chart)["initContainers"])

    for other in containers[1:]:
        same(other, containers[0])


@check
def an_object_that_overrides_to_json_is_rejected():
    same(refusal(cache, plain_object(OwnJson, Testing.chart())),
         "'test/web' overrides 'to_json', so synth cannot add anything to it: remove the override and change the object from outside, for example with add_json_patch")


@check
def to_json_called_from_python_includes_the_sidecar():
    web = deployment(Testing.chart())
    cache(web)

    same(ApiObject.of(web).to_json()["spec"]["template"]["spec"]["initContainers"][0]["name"], "cache")


@check
def a_resolver_written_in_python_applies_to_a_sidecar():
    @jsii.implements(IResolver)
    class Mirror:
        def resolve(self, context):
            if isinstance(context.value, str) and context.value.startswith("docker.io/"):
                context.replace_value(context.value.replace("docker.io/", "mirror.acme.example/"))

    chart = Chart(App(resolvers=[Mirror()]), "shop")
    cache(deployment(chart))

    same(pod_spec(chart)["initContainers"][0]["image"], "mirror.acme.example/library/memcached:1.6.45-alpine")
