package examples

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
)

// NeedsLabel is a rule of your own: every pod has a label.
//
// Pass a pointer to it. Its struct has a field, because Go gives structs without fields one address, so that two such rules would count as one.
type NeedsLabel struct {
	label string
}

func (rule *NeedsLabel) Id() *string                      { return jsii.String("ACME1") }
func (rule *NeedsLabel) Severity() cdk8ssidecars.Severity { return cdk8ssidecars.Severity_ERROR }
func (rule *NeedsLabel) Title() *string                   { return jsii.String("Every pod has the label " + rule.label) }

// Check returns an empty list, and not nil, for a pod with the label.
func (rule *NeedsLabel) Check(subject cdk8ssidecars.RuleSubject) *[]*cdk8ssidecars.Offense {
	labels, _ := (*subject.Pod().Metadata())["labels"].(map[string]interface{})
	if _, found := labels[rule.label]; found {
		return &[]*cdk8ssidecars.Offense{}
	}
	return &[]*cdk8ssidecars.Offense{{
		Message: jsii.String("the pod has no label '" + rule.label + "'"),
		Fix:     jsii.String("add the label to the pod"),
	}}
}
