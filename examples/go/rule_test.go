package examples

import (
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
