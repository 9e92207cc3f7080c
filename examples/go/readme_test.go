package examples

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
)

// README_SAMPLES names the output of languages/readme-samples.js: what the samples of the README synthesize in TypeScript.
func TestTheSamplesOfTheReadmeSynthesizeTheSameAsInTypeScript(t *testing.T) {
	file := os.Getenv("README_SAMPLES")
	if file == "" {
		t.Skip("README_SAMPLES is not set")
	}
	var inTypeScript []struct{ Manifests []interface{} }
	if err := json.Unmarshal([]byte(read(t, file)), &inTypeScript); err != nil {
		t.Fatal(err)
	}

	samples := []func(cdk8s.App){func(app cdk8s.App) { Quickstart(app) }, NightlyExport, func(app cdk8s.App) { Checkout(app) }}
	for index, sample := range samples {
		manifests := *cdk8s.Testing_Synth(chartOf(sample))
		if !reflect.DeepEqual(manifests, inTypeScript[index].Manifests) {
			t.Errorf("sample %d differs: %v", index+1, manifests)
		}
	}
}

func TestTheQuickstartDrawsWhatWillHappen(t *testing.T) {
	if drawing := Quickstart(cdk8s.NewApp(nil)); !strings.Contains(drawing, "cache") || !strings.Contains(drawing, "SIGTERM") {
		t.Error(drawing)
	}
}

func TestTheProxyOfTheMeshOutlivesTheApp(t *testing.T) {
	life := cdk8ssidecars.PodLifecycle_Of(Checkout(cdk8s.NewApp(nil)), nil)

	if !*life.Timeline(nil).Outlives(jsii.String("linkerd-proxy"), jsii.String("checkout")) {
		t.Error(*life.Timeline(nil).ToText(nil))
	}
}

func TestAStrictAppRefusesWhatItFinds(t *testing.T) {
	chart := cdk8s.NewChart(StrictApp(), jsii.String("shop"), nil)
	cdk8splus28.NewJob(chart, jsii.String("export"), &cdk8splus28.JobProps{Containers: &[]*cdk8splus28.ContainerProps{
		{Name: jsii.String("export"), Image: jsii.String("ghcr.io/acme/export:1.0.0")},
		{Name: jsii.String("db"), Image: jsii.String("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3")},
	}})

	expectRefusal(t, "NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself", func() { cdk8s.Testing_Synth(chart) })
}
