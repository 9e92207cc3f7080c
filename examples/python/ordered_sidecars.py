"""A proxy, a migration that uses it, and a second sidecar after the migration."""

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_sidecars import NativeSidecar, StartupGate


def build(app: App) -> None:
    chart = Chart(app, "orders", disable_resource_name_hashes=True)
    orders = kplus.Deployment(
        chart, "api",
        init_containers=[kplus.ContainerProps(name="migrate", image="ghcr.io/acme/orders:3.1.0", args=["migrate", "up"])],
        containers=[kplus.ContainerProps(name="api", image="ghcr.io/acme/orders:3.1.0", port_number=8080)],
    )
    db = NativeSidecar(
        orders, "db",
        image="gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3",
        args=["--port=5432", "--auto-iam-authn", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"],
        startup=StartupGate.http_get("/startup", 9801),
        shutdown=Duration.seconds(2),
    )
    source = kplus.EnvValue.from_value("postgresql://orders%40acme.iam@127.0.0.1:5432/orders?sslmode=disable")
    metrics = NativeSidecar(
        orders, "metrics",
        image="quay.io/prometheuscommunity/postgres-exporter:v0.17.1",
        env_variables={"DATA_SOURCE_NAME": source},
        startup=StartupGate.http_get("/", 9187),
    )
    metrics.starts_after(db)
    metrics.starts_after_init("migrate")
