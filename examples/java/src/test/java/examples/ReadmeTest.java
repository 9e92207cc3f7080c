package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cdk8ssidecars.PodLifecycle;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Testing;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

class ReadmeTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** README_SAMPLES names the output of languages/readme-samples.js: what the samples synthesize in TypeScript. */
    @Test
    @EnabledIfEnvironmentVariable(named = "README_SAMPLES", matches = ".+")
    void theSamplesSynthesizeTheSameAsInTypeScript() throws IOException {
        JsonNode inTypeScript = JSON.readTree(new File(System.getenv("README_SAMPLES")));
        List<Consumer<App>> samples = List.of(Readme::quickstart, Readme::nightlyExport, Readme::checkout);

        for (int index = 0; index < samples.size(); index++) {
            App app = new App();
            samples.get(index).accept(app);

            JsonNode manifests = JSON.readTree(JSON.writeValueAsString(Testing.synth(app.getCharts().get(0))));

            assertEquals(inTypeScript.get(index).get("manifests"), manifests);
        }
    }

    @Test
    void theQuickstartDrawsWhatWillHappen() {
        String drawing = Readme.quickstart(new App());

        assertTrue(drawing.contains("cache") && drawing.contains("SIGTERM"), drawing);
    }

    @Test
    void theProxyOfTheMeshOutlivesTheApp() {
        assertTrue(PodLifecycle.of(Readme.checkout(new App())).timeline().outlives("linkerd-proxy", "checkout"));
    }

    @Test
    void aStrictAppRefusesWhatItFinds() {
        Chart chart = new Chart(Readme.strictApp(), "shop");
        Job.Builder.create(chart, "export")
            .containers(List.of(
                ContainerProps.builder().name("export").image("ghcr.io/acme/export:1.0.0").build(),
                ContainerProps.builder().name("db").image("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3").build()))
            .build();

        String refusal = assertThrows(RuntimeException.class, () -> Testing.synth(chart)).getMessage();

        assertTrue(refusal.contains("NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself"), refusal);
    }
}
