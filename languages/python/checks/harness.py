"""Helpers that the checks share."""

import cdk8s_plus_28 as kplus

from cdk8s_sidecars import LifecycleTesting, NativeSidecar, SidecarJob, StartupGate

CHECKS = []


def check(function):
    """Registers a function as a check; its name is the behavior that it tests."""
    CHECKS.append(function)
    return function


def same(actual, expected):
    assert actual == expected, f"\nexpected: {expected}\nactual:   {actual}"


def refusal(function, *args, kind=RuntimeError, **options):
    """Returns the message of the expected error; jsii adds the prefix 'Error: ' to some messages."""
    try:
        function(*args, **options)
    except kind as error:
        sentence = str(error).removeprefix("Error: ")
        print("       " + sentence.replace("\n", "\n       "))
        return sentence
    raise AssertionError("no error was raised")


def deployment(scope, **props):
    return kplus.Deployment(scope, "web", containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2", port_number=8080)], **props)


def export_job(scope, **props):
    return SidecarJob(scope, "export", containers=[kplus.ContainerProps(name="export", image="ghcr.io/acme/export:1.0.0")], **props)


def cache(scope, id="cache", **props):
    return NativeSidecar(scope, id, **{"image": "docker.io/library/memcached:1.6.45-alpine", "startup": StartupGate.tcp_socket(11211), **props})


def pod_spec(chart):
    return LifecycleTesting.pod(chart, "Deployment").spec


def plain_deployment():
    labels = {"app": "web"}
    pod = {"containers": [{"name": "web", "image": "ghcr.io/acme/web:1.4.2"}]}
    return {
        "apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": pod}},
    }
