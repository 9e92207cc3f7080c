package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cdk8ssidecars.ContainerBehavior;
import io.github.cdk8ssidecars.IRule;
import io.github.cdk8ssidecars.LifecycleTesting;
import io.github.cdk8ssidecars.NativeSidecar;
import io.github.cdk8ssidecars.Offense;
import io.github.cdk8ssidecars.PodLifecycle;
import io.github.cdk8ssidecars.PodLifecycleOptions;
import io.github.cdk8ssidecars.RuleBook;
import io.github.cdk8ssidecars.RuleSubject;
import io.github.cdk8ssidecars.Scenario;
import io.github.cdk8ssidecars.Severity;
import io.github.cdk8ssidecars.SidecarJobProps;
import io.github.cdk8ssidecars.StartupGate;
import io.github.cdk8ssidecars.Timeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.cdk8s.App;
import org.cdk8s.AppProps;
import org.cdk8s.Chart;
import org.cdk8s.Duration;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Deployment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChartsTest {
    private static final Path EXAMPLES = Path.of(System.getenv().getOrDefault("EXAMPLES", ".."));

    static Stream<Arguments> examples() {
        return Stream.of(
            example("plain-sidecar", Charts::plainSidecar),
            example("ordered-sidecars", Charts::orderedSidecars),
            example("job", Charts::job),
            example("meshed", Charts::meshed),
            example("presets", Charts::presets));
    }

    private static Arguments example(String name, Consumer<App> build) {
        return Arguments.of(name, build);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void javaWritesTheSameManifestsAsTypeScript(String name, Consumer<App> build, @TempDir Path folder) throws IOException {
        App app = new App(AppProps.builder().outdir(folder.toString()).build());
        build.accept(app);
        app.synth();

        List<Path> expected = filesIn(EXAMPLES.resolve(name).resolve("output"));
        assertEquals(expected.stream().map(Path::getFileName).toList(), filesIn(folder).stream().map(Path::getFileName).toList());
        for (Path file : expected) {
            assertEquals(Files.readString(file), Files.readString(folder.resolve(file.getFileName())));
        }
    }

    @Test
    void theJobCompletesAlthoughItsProxyNeverExits() {
        Timeline timeline = LifecycleTesting.timeline(chartOf(Charts::job), "Job", Scenario.builder()
            .containers(Map.of("export", ContainerBehavior.builder().exitsAfter(90).build()))
            .build());

        assertTrue(timeline.completes());
        assertTrue(timeline.startsBefore("db", "export"));
        assertTrue(timeline.outlives("db", "export"));
    }

    @Test
    void theMigrationCanUseTheDatabase() {
        Timeline timeline = LifecycleTesting.timeline(chartOf(Charts::orderedSidecars), "Deployment", Scenario.builder().deleteAt(60).build());

        assertTrue(timeline.startsBefore("db", "migrate"));
        assertTrue(timeline.startsBefore("migrate", "metrics"));
    }

    @Test
    void aGracePeriodThatIsTooShortIsRefused() {
        Chart chart = new Chart(new App(), "shop");
        Deployment web = webIn(chart).terminationGracePeriod(Duration.seconds(20)).build();
        NativeSidecar.Builder.create(web, "cache")
            .image("ghcr.io/acme/cache:1.6.45")
            .startup(StartupGate.tcpSocket(11211))
            .shutdown(Duration.seconds(2))
            .build();
        PodLifecycle.of(web, PodLifecycleOptions.builder().shutdown(Duration.seconds(60)).build());

        assertRefused("NS301 the grace period is 20 s, but stopping in order takes 62 s", () -> LifecycleTesting.pods(chart));
    }

    @Test
    void aJobWithoutADeadlineIsRefusedBeforeItIsBuilt() {
        NullPointerException refusal = assertThrows(NullPointerException.class, () -> SidecarJobProps.builder().build());

        assertEquals("activeDeadline is required", refusal.getMessage());
    }

    @Test
    void anOwnRuleStopsSynth() {
        Chart chart = new Chart(new App(), "shop");
        RuleBook.of(chart).add(new NeedsLabel("team"));
        PodLifecycle.of(webIn(chart).build());

        assertRefused("ACME1 the pod has no label 'team': add the label to the pod", () -> LifecycleTesting.pods(chart));
    }

    @Test
    void anOwnRuleThatReturnsNullIsExplained() {
        Chart chart = new Chart(new App(), "shop");
        RuleBook.of(chart).add(new Silent());
        PodLifecycle.of(webIn(chart).build());

        assertRefused("it returns nothing instead of a list of offenses", () -> LifecycleTesting.pods(chart));
    }

    @Test
    void anOwnRuleThatThrowsIsNamed() {
        Chart chart = new Chart(new App(), "shop");
        RuleBook.of(chart).add(new Failing());
        PodLifecycle.of(webIn(chart).build());

        assertRefused("ACME2 the rule fails on Deployment/", () -> LifecycleTesting.pods(chart));
        assertRefused("no such label", () -> LifecycleTesting.pods(chart));
    }

    /** A rule with a bug. */
    public static class Failing extends Silent {
        @Override
        public List<Offense> check(RuleSubject subject) {
            throw new IllegalStateException("no such label");
        }
    }

    /** A rule that returns null. */
    public static class Silent implements IRule {
        @Override
        public String getId() {
            return "ACME2";
        }

        @Override
        public Severity getSeverity() {
            return Severity.WARNING;
        }

        @Override
        public String getTitle() {
            return "A rule";
        }

        @Override
        public List<Offense> check(RuleSubject subject) {
            return null;
        }
    }

    private static Chart chartOf(Consumer<App> build) {
        App app = new App();
        build.accept(app);
        return app.getCharts().get(0);
    }

    private static Deployment.Builder webIn(Chart chart) {
        return Deployment.Builder.create(chart, "web").containers(List.of(ContainerProps.builder().name("web").image("ghcr.io/acme/web:1.4.2").build()));
    }

    private static void assertRefused(String sentence, Executable run) {
        String refusal = assertThrows(RuntimeException.class, run).getMessage();
        assertTrue(refusal.contains(sentence), refusal);
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
