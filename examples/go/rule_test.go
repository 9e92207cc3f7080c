package examples

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

// silent is a rule that returns nil, and has no fields.
type silent struct{}

func (rule *silent) Id() *string                      { return jsii.String("ACME2") }
func (rule *silent) Severity() cdk8ssidecars.Severity { return cdk8ssidecars.Severity_WARNING }
func (rule *silent) Title() *string                   { return jsii.String("A rule") }
func (rule *silent) Check(cdk8ssidecars.RuleSubject) *[]*cdk8ssidecars.Offense {
	return nil
}

// other is another rule without fields.
type other struct{ silent }

func (rule *other) Id() *string { return jsii.String("ACME3") }

func TestARuleThatReturnsNilIsExplained(t *testing.T) {
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil)
	cdk8ssidecars.RuleBook_Of(chart).Add(&silent{})
	cdk8ssidecars.PodLifecycle_Of(webIn(chart, nil), nil)

	expectRefusal(t, "it returns nothing instead of a list of offenses", func() { cdk8ssidecars.LifecycleTesting_Pods(chart) })
}

func TestTwoRulesWithoutFieldsAreOneObject(t *testing.T) {
	book := cdk8ssidecars.RuleBook_Of(cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil))
	book.Add(&silent{})

	expectRefusal(t, "in Go, give its struct a field, because structs without fields share one address", func() { book.Add(&other{}) })
}

// byValue is a rule whose methods have no pointer receivers, so that a copy of it satisfies IRule too.
type byValue struct{ id string }

func (rule byValue) Id() *string                      { return jsii.String(rule.id) }
func (rule byValue) Severity() cdk8ssidecars.Severity { return cdk8ssidecars.Severity_WARNING }
func (rule byValue) Title() *string                   { return jsii.String("A rule") }
func (rule byValue) Check(cdk8ssidecars.RuleSubject) *[]*cdk8ssidecars.Offense {
	return &[]*cdk8ssidecars.Offense{}
}

func TestARuleThatIsPassedByValueIsRefused(t *testing.T) {
	book := cdk8ssidecars.RuleBook_Of(cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil))

	expectRefusal(t, `Value does not have the "$jsii.byref" key`, func() { book.Add(byValue{id: "ACME4"}) })
	book.Add(&byValue{id: "ACME4"})
}

// panicking is a rule with a bug.
type panicking struct{ NeedsLabel }

func (rule *panicking) Check(cdk8ssidecars.RuleSubject) *[]*cdk8ssidecars.Offense {
	panic("no such label")
}

// A panic in a rule ends the program, so another process has to try it.
func TestAPanicOfARuleEndsTheProgram(t *testing.T) {
	if os.Getenv("PANIC") == "" {
		command := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		command.Env = append(os.Environ(), "PANIC=1")
		output, err := command.CombinedOutput()
		if err == nil || !strings.Contains(string(output), "no such label") {
			t.Errorf("the other process ended with %v:\n%s", err, output)
		}
		return
	}
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil)
	cdk8ssidecars.RuleBook_Of(chart).Add(&panicking{NeedsLabel{label: "team"}})
	cdk8ssidecars.PodLifecycle_Of(webIn(chart, nil), nil)
	cdk8ssidecars.LifecycleTesting_Pods(chart)
}
