package examples;

import io.github.cdk8ssidecars.LinkerdOptions;
import io.github.cdk8ssidecars.Mesh;
import io.github.cdk8ssidecars.MeshedDeployment;
import io.github.cdk8ssidecars.NativeSidecar;
import io.github.cdk8ssidecars.PodFailureAction;
import io.github.cdk8ssidecars.PodFailureRule;
import io.github.cdk8ssidecars.PodLifecycle;
import io.github.cdk8ssidecars.SidecarJob;
import io.github.cdk8ssidecars.StartupGate;
import io.github.cdk8ssidecars.catalog.CloudSqlProxy;
import io.github.cdk8ssidecars.catalog.FluentBit;
import io.github.cdk8ssidecars.catalog.FluentBitOutput;
import java.util.List;
import java.util.Map;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Deployment;
import org.cdk8s.plus28.EnvValue;

/** The same charts as the examples in TypeScript. */
public final class Charts {
    private Charts() {
    }

    /** A cache beside a Deployment with a Service. */
    public static void plainSidecar(App app) {
        Deployment web = Deployment.Builder.create(chartIn(app, "shop"), "web")
            .containers(List.of(ContainerProps.builder().name("web").image("ghcr.io/acme/web:1.4.2").portNumber(8080).build()))
            .build();
        web.exposeViaService();

        NativeSidecar.Builder.create(web, "cache")
            .image("docker.io/library/memcached:1.6.45-alpine")
            .user(11211)
            .startup(StartupGate.command(List.of("nc", "-z", "127.0.0.1", "11211")))
            .shutdown(Duration.seconds(2))
            .build();
    }

    /** A proxy, then a migration that uses it, then a second sidecar, then the app. */
    public static void orderedSidecars(App app) {
        String image = "ghcr.io/acme/orders:3.1.0";
        Deployment orders = Deployment.Builder.create(chartIn(app, "orders"), "api")
            .initContainers(List.of(ContainerProps.builder().name("migrate").image(image).args(List.of("migrate", "up")).build()))
            .containers(List.of(ContainerProps.builder().name("api").image(image).portNumber(8080).build()))
            .build();
        NativeSidecar db = NativeSidecar.Builder.create(orders, "db")
            .image("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3")
            .args(List.of("--port=5432", "--auto-iam-authn", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"))
            .startup(StartupGate.httpGet("/startup", 9801))
            .shutdown(Duration.seconds(2))
            .build();
        NativeSidecar metrics = NativeSidecar.Builder.create(orders, "metrics")
            .image("quay.io/prometheuscommunity/postgres-exporter:v0.17.1")
            .envVariables(Map.of("DATA_SOURCE_NAME", EnvValue.fromValue("postgresql://orders%40acme.iam@127.0.0.1:5432/orders?sslmode=disable")))
            .startup(StartupGate.httpGet("/", 9187))
            .build();
        metrics.startsAfter(db);
        metrics.startsAfterInit("migrate");
    }

    /** A Job that completes although its proxy never exits by itself. */
    public static void job(App app) {
        SidecarJob job = SidecarJob.Builder.create(chartIn(app, "orders"), "export")
            .containers(List.of(ContainerProps.builder().name("export").image("ghcr.io/acme/export:1.0.0").build()))
            .activeDeadline(Duration.hours(1))
            .podFailureRules(List.of(
                PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, List.of(64)), // wrong arguments: a retry would not help
                PodFailureRule.onDisruption(PodFailureAction.IGNORE))) // a drained node is not the export's fault
            .build();
        NativeSidecar.Builder.create(job, "db")
            .image("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3")
            .args(List.of("--port=5432", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"))
            .startup(StartupGate.httpGet("/startup", 9801))
            .shutdown(Duration.seconds(2))
            .build();
    }

    /** A Deployment and a Job in a service mesh, with a proxy that starts first and stops last. */
    public static void meshed(App app) {
        Chart chart = chartIn(app, "shop");
        Mesh mesh = Mesh.linkerd(LinkerdOptions.builder().version("2.20").build());

        MeshedDeployment.Builder.create(chart, "checkout")
            .mesh(mesh)
            .containers(List.of(ContainerProps.builder().name("checkout").image("ghcr.io/acme/checkout:2.0.0").portNumber(8080).build()))
            .shutdown(Duration.seconds(20)) // the time that the app needs after SIGTERM; the proxy stops after it
            .build();
        SidecarJob.Builder.create(chart, "export")
            .mesh(mesh)
            .containers(List.of(ContainerProps.builder().name("export").image("ghcr.io/acme/export:1.0.0").build()))
            .activeDeadline(Duration.hours(1))
            .build();
    }

    /** A database proxy and a log shipper from the catalog. */
    public static void presets(App app) {
        Deployment api = Deployment.Builder.create(chartIn(app, "orders"), "api")
            .containers(List.of(ContainerProps.builder().name("api").image("ghcr.io/acme/orders:3.1.0").portNumber(8080).build()))
            .build();
        CloudSqlProxy.Builder.create(api, "db").instance("acme:europe-west1:orders").build().connect();
        FluentBit.Builder.create(api, "logs")
            .outputs(List.of(FluentBitOutput.builder()
                .plugin("loki")
                .options(Map.of("host", "loki.observability", "port", 3100, "labels", "app=orders"))
                .build()))
            .build()
            .connect();
        PodLifecycle.of(api);
    }

    private static Chart chartIn(App app, String id) {
        return Chart.Builder.create(app, id).disableResourceNameHashes(true).build();
    }
}
