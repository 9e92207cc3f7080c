"""The README samples of the Python package produce the same results as in TypeScript."""

import contextlib
import importlib.metadata
import io
import json
import pathlib
import re
import subprocess
import sys

from cdk8s import Testing

from cdk8s_sidecars import PodLifecycle

from .harness import check, plain_deployment, same


def samples_of_the_readme():
    readme = importlib.metadata.metadata("cdk8s-sidecars").get_payload()
    return re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)


def run_samples():
    """Runs every sample and compares its results; returns the variables of each sample."""
    samples = samples_of_the_readme()
    in_typescript = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf8"))
    same(len(samples), len(in_typescript))
    return [run_sample(*pair) for pair in zip(samples, in_typescript)]


def run_sample(sample, in_typescript):
    left, printed = {}, io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(sample, left)
    same(Testing.synth(left["chart"]) if "chart" in left else None, in_typescript["manifests"])
    same(printed.getvalue().strip(), in_typescript["printed"].strip())
    return left


@check
def the_readme_samples_produce_the_same_manifests_and_output_as_in_typescript():
    left_behind = run_samples()

    [web] = [left["web"] for left in left_behind if "life" in left]
    assert PodLifecycle.of(web).timeline().starts_before("cache", "web")
    assert PodLifecycle.of(web).timeline().outlives("cache", "web")
    [of_job] = [left["timeline"] for left in left_behind if "timeline" in left]
    assert of_job.completes()
    assert of_job.starts_before("db", "export")
    assert of_job.outlives("db", "export")
    print(f"       {len(left_behind)} samples")


@check
def the_unit_test_of_the_readme_runs_under_pytest():
    [sample] = [sample for sample in samples_of_the_readme() if "LifecycleTesting" in sample]
    test = sample + "\n\ndef test_the_job_completes():\n    assert timeline.completes()\n"
    pathlib.Path("test_readme.py").write_text(test, encoding="utf8")

    ran = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", "test_readme.py"], capture_output=True, encoding="utf8", check=False)

    assert "1 passed" in ran.stdout and ran.returncode == 0, ran.stdout


@check
def the_package_includes_the_command():
    pathlib.Path("web.yaml").write_text(json.dumps(plain_deployment()), encoding="utf8")

    ran = subprocess.run([pathlib.Path(sys.executable).with_name("cdk8s-sidecars"), "explain", "web.yaml"], capture_output=True, encoding="utf8", check=True)

    assert ran.stdout.startswith("Deployment/web on Kubernetes 1.33"), ran.stdout
