package examples;

import io.github.cdk8ssidecars.CheckAllOptions;
import io.github.cdk8ssidecars.LinkerdOptions;
import io.github.cdk8ssidecars.Mesh;
import io.github.cdk8ssidecars.MeshedDeployment;
import io.github.cdk8ssidecars.NativeSidecar;
import io.github.cdk8ssidecars.PodFailureAction;
import io.github.cdk8ssidecars.PodFailureRule;
import io.github.cdk8ssidecars.PodLifecycle;
import io.github.cdk8ssidecars.PodLifecycleOptions;
import io.github.cdk8ssidecars.Severity;
import io.github.cdk8ssidecars.SidecarJob;
import io.github.cdk8ssidecars.StartupGate;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Deployment;

/** The samples of the README. */
public final class Readme {
    private Readme() {
    }

    /** A sidecar, and a drawing of what will happen. */
    public static String quickstart(App app) {
        Deployment web = Deployment.Builder.create(new Chart(app, "shop"), "web")
            .containers(List.of(ContainerProps.builder().name("web").image("ghcr.io/acme/web:1.4.2").portNumber(8080).build()))
            .build();
        web.exposeViaService();

        NativeSidecar.Builder.create(web, "cache")
            .image("docker.io/library/memcached:1.6.45-alpine")
            .user(11211) // this image names its user, and runAsNonRoot needs a numeric one
            .startup(StartupGate.command(List.of("nc", "-z", "127.0.0.1", "11211")))
            .shutdown(Duration.seconds(2))
            .build();

        PodLifecycle life = PodLifecycle.of(web, PodLifecycleOptions.builder().shutdown(Duration.seconds(15)).build());
        return life.timeline().toText();
    }

    /** The Job that a unit test asks questions about. */
    public static void nightlyExport(App app) {
        SidecarJob job = SidecarJob.Builder.create(new Chart(app, "test"), "nightly-export")
            .containers(List.of(ContainerProps.builder().name("export").image("ghcr.io/acme/export:1.0.0").build()))
            .activeDeadline(Duration.hours(1))
            .podFailureRules(List.of(PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, List.of(42))))
            .build();
        NativeSidecar.Builder.create(job, "db")
            .image("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3")
            .args(List.of("--port=5432", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "--exit-zero-on-sigterm", "acme:europe-west1:orders"))
            .startup(StartupGate.httpGet("/startup", 9801))
            .build();
    }

    /** A Deployment and a Job in a mesh. */
    public static MeshedDeployment checkout(App app) {
        Chart chart = new Chart(app, "shop");
        Mesh linkerd = Mesh.linkerd(LinkerdOptions.builder().version("2.20").build());

        MeshedDeployment checkout = MeshedDeployment.Builder.create(chart, "checkout")
            .mesh(linkerd)
            .containers(List.of(ContainerProps.builder().name("checkout").image("ghcr.io/acme/checkout:2.0.0").portNumber(8080).build()))
            .shutdown(Duration.seconds(20))
            .build();
        SidecarJob.Builder.create(chart, "nightly-export")
            .mesh(linkerd)
            .containers(List.of(ContainerProps.builder().name("export").image("ghcr.io/acme/export:1.0.0").build()))
            .activeDeadline(Duration.hours(1))
            .build();
        return checkout;
    }

    /** An app whose workloads are all checked, and in which warnings stop synth. */
    public static App strictApp() {
        App app = new App();
        PodLifecycle.checkAll(app, CheckAllOptions.builder()
            .report(true) // prints all findings to stderr when the app has synthesized
            .failOn(Severity.WARNING)
            .build());
        return app;
    }
}
