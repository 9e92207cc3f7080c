package examples;

import io.github.cdk8ssidecars.IRule;
import io.github.cdk8ssidecars.Offense;
import io.github.cdk8ssidecars.RuleSubject;
import io.github.cdk8ssidecars.Severity;
import java.util.List;
import java.util.Map;

/** A rule of your own: every pod has a label. */
public class NeedsLabel implements IRule {
    private final String label;

    public NeedsLabel(String label) {
        this.label = label;
    }

    @Override
    public String getId() {
        return "ACME1";
    }

    @Override
    public Severity getSeverity() {
        return Severity.ERROR;
    }

    @Override
    public String getTitle() {
        return "Every pod has the label " + label;
    }

    /** Returns an empty list, and not null, for a pod with the label. */
    @Override
    public List<Offense> check(RuleSubject subject) {
        if (subject.getPod().getMetadata().get("labels") instanceof Map<?, ?> labels && labels.containsKey(label)) {
            return List.of();
        }
        return List.of(Offense.builder().message("the pod has no label '" + label + "'").fix("add the label to the pod").build());
    }
}
