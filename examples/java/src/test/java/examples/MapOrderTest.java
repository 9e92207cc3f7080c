package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cdk8ssidecars.catalog.FluentBit;
import io.github.cdk8ssidecars.catalog.FluentBitOutput;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.Testing;
import org.cdk8s.plus28.ContainerProps;
import org.cdk8s.plus28.Deployment;
import org.cdk8s.plus28.EnvValue;
import org.junit.jupiter.api.Test;

/** {@link Map#of} has another order in every process, which must not restart pods. */
class MapOrderTest {
    private static final List<List<Integer>> ORDERS =
        List.of(List.of(0, 1, 2), List.of(0, 2, 1), List.of(1, 0, 2), List.of(1, 2, 0), List.of(2, 0, 1), List.of(2, 1, 0));

    @Test
    void theOrderOfAMapDoesNotChangeTheManifests() throws JsonProcessingException {
        Set<String> manifests = new HashSet<>();
        for (List<Integer> order : ORDERS) {
            manifests.add(synthesized(order));
        }

        assertEquals(1, manifests.size(), () -> String.join("\n", manifests));
    }

    private static String synthesized(List<Integer> order) throws JsonProcessingException {
        Chart chart = new Chart(new App(), "shop");
        Deployment web = Deployment.Builder.create(chart, "web")
            .containers(List.of(ContainerProps.builder().name("web").image("ghcr.io/acme/web:1.4.2").portNumber(8080).build()))
            .build();
        FluentBit.Builder.create(web, "logs")
            .envVariables(inOrder(order, List.of(
                Map.entry("REGION", EnvValue.fromValue("europe")),
                Map.entry("CLUSTER", EnvValue.fromValue("blue")),
                Map.entry("TEAM", EnvValue.fromValue("shop")))))
            .outputs(List.of(FluentBitOutput.builder()
                .plugin("loki")
                .options(inOrder(order, List.of(
                    Map.entry("host", "loki.observability"),
                    Map.entry("port", 3100),
                    Map.entry("labels", "app=web"))))
                .build()))
            .build()
            .connect();
        return new ObjectMapper().writeValueAsString(Testing.synth(chart));
    }

    private static <T> Map<String, T> inOrder(List<Integer> order, List<? extends Map.Entry<String, ? extends T>> entries) {
        Map<String, T> map = new LinkedHashMap<>();
        order.forEach(index -> map.put(entries.get(index).getKey(), entries.get(index).getValue()));
        return map;
    }
}
