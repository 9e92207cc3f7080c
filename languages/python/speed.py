"""Measures how long 200 workloads with a sidecar take, and where the time goes: speed.py [shared]. With 'shared', all sidecars use one gate and one duration."""

import sys
import tempfile
import time

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from jsii._kernel.providers.process import _NodeProcess

from cdk8s_sidecars import NativeSidecar, StartupGate

COUNT = 200
waited = []
send = _NodeProcess.send


def timed_send(*args):
    begin = time.perf_counter()
    try:
        return send(*args)
    finally:
        waited.append(time.perf_counter() - begin)


_NodeProcess.send = timed_send
app = App(outdir=tempfile.mkdtemp())
chart = Chart(app, "shop")
gate, duration = StartupGate.tcp_socket(11211), Duration.seconds(2)
waited.clear()

begin = time.perf_counter()
for number in range(COUNT):
    web = kplus.Deployment(chart, f"web{number}", containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2", port_number=8080)])
    if "shared" not in sys.argv:
        gate, duration = StartupGate.tcp_socket(11211), Duration.seconds(2)
    NativeSidecar(web, "cache", image="ghcr.io/acme/cache:1.6.45", user=11211, startup=gate, shutdown=duration)
built, calls, in_calls = time.perf_counter(), len(waited), sum(waited)
app.synth()
end = time.perf_counter()

print(f"{COUNT} workloads: {end - begin:.2f} s: {in_calls:.2f} s in {calls} calls of Node.js, {built - begin - in_calls:.2f} s in Python, {end - built:.2f} s in synth")
