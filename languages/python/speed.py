"""Measures what 200 workloads with a sidecar cost, and where the time goes: speed.py [shared|bare]. With 'shared', all sidecars use one gate and one duration. With 'bare', there are
no sidecars, and nothing of this library runs.

speed.py compare FOLDER runs it several times, alternately with TypeScript (speed.js), and prints the medians of the CPU time. FOLDER has the compiled library. It needs Linux.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

COUNT = 200
ROUNDS = 5
HERE = pathlib.Path(__file__).parent


def descendants(pid):
    """The processes of jsii: Node.js with the library, and another one that forwards its output."""
    children = [int(child) for task in pathlib.Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    return children + [below for child in children for below in descendants(child)]


def cpu_seconds_of(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_seconds():
    return time.process_time(), sum(cpu_seconds_of(pid) for pid in descendants(os.getpid()))


def measure(shared, bare):
    import cdk8s_plus_28 as kplus
    from cdk8s import App, Chart, Duration
    from jsii._kernel.providers.process import _NodeProcess

    from cdk8s_sidecars import NativeSidecar, StartupGate

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

    cpu, begin = cpu_seconds(), time.perf_counter()
    for number in range(COUNT):
        web = kplus.Deployment(chart, f"web{number}", containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2", port_number=8080)])
        if bare:
            continue
        if not shared:
            gate, duration = StartupGate.tcp_socket(11211), Duration.seconds(2)
        NativeSidecar(web, "cache", image="ghcr.io/acme/cache:1.6.45", user=11211, startup=gate, shutdown=duration)
    built, calls, in_calls = time.perf_counter(), len(waited), sum(waited)
    app.synth()
    end, after = time.perf_counter(), cpu_seconds()
    return {
        "calls": calls, "wall": end - begin, "in calls": in_calls, "in Python": built - begin - in_calls, "synth": end - built,
        "CPU": sum(after) - sum(cpu), "CPU in Python": after[0] - cpu[0], "CPU in Node.js": after[1] - cpu[1],
    }


def compare(folder):
    node, python = ["node", str(HERE / "speed.js"), folder], [sys.executable, __file__]
    contenders = {
        "TypeScript": node, "Python": python, "Python, shared": [*python, "shared"],
        "Python, shared, -O": [sys.executable, "-O", __file__, "shared"],
        "TypeScript, bare": [*node, "bare"], "Python, bare": [*python, "bare"],
    }
    results = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, command in contenders.items():
            results[name].append(json.loads(subprocess.run(command, capture_output=True, check=True, encoding="utf8").stdout))
    of_typescript = {name: statistics.median(result["CPU"] for result in results[name]) for name in ("TypeScript", "TypeScript, bare")}
    for name, measured in results.items():
        medians = {key: round(statistics.median(result[key] for result in measured), 2) for key in measured[0]}
        typescript = of_typescript["TypeScript, bare" if name.endswith("bare") else "TypeScript"]
        print(f"{name}: {medians['CPU'] / typescript:.1f} times TypeScript: {medians}")


if "compare" in sys.argv:
    compare(sys.argv[2])
else:
    print(json.dumps(measure("shared" in sys.argv, "bare" in sys.argv)))
