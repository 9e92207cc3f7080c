package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cdk8ssidecars.*;
import java.util.List;
import org.cdk8s.*;
import org.cdk8s.plus28.*;
import org.junit.jupiter.api.Test;

/** It compiles only while no class has the name of one of cdk8s or cdk8s-plus. */
class WildcardImportsTest {
    @Test
    void theLibraryAndCdk8sPlusCanBeImportedWhole() {
        Chart chart = new Chart(new App(), "shop");
        Pod pod = Pod.Builder.create(chart, "task").containers(List.of(ContainerProps.builder().name("task").image("ghcr.io/acme/task:1.0.0").build())).build();
        PodLifecycle.of(pod);

        PodModel model = LifecycleTesting.pod(chart, "Pod");

        assertEquals("task", model.getContainers().get(0).getName());
        assertEquals("Pod", model.getManifest().get("kind"));
    }
}
