package examples

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars/catalog"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
)

func TestGoWritesTheSameManifestsAsTypeScript(t *testing.T) {
	for name, build := range map[string]func(cdk8s.App){
		"plain-sidecar": PlainSidecar, "ordered-sidecars": OrderedSidecars, "job": Job, "meshed": Meshed, "presets": Presets,
	} {
		t.Run(name, func(t *testing.T) {
			outdir := t.TempDir()
			app := cdk8s.NewApp(&cdk8s.AppProps{Outdir: jsii.String(outdir)})
			build(app)
			app.Synth()

			files, err := filepath.Glob(filepath.Join(examplesFolder(), name, "output", "*"))
			if err != nil || len(files) == 0 {
				t.Fatalf("%s has no output: %v", name, err)
			}
			for _, file := range files {
				if expected, actual := read(t, file), read(t, filepath.Join(outdir, filepath.Base(file))); actual != expected {
					t.Errorf("%s differs:\n%s", filepath.Base(file), actual)
				}
			}
		})
	}
}

func TestTheJobCompletesAlthoughItsProxyNeverExits(t *testing.T) {
	timeline := cdk8ssidecars.LifecycleTesting_Timeline(chartOf(Job), jsii.String("Job"), &cdk8ssidecars.Scenario{
		Containers: &map[string]*cdk8ssidecars.ContainerBehavior{"export": {ExitsAfter: jsii.Number(90)}},
	})

	if !*timeline.Completes() || !*timeline.StartsBefore(jsii.String("db"), jsii.String("export")) || !*timeline.Outlives(jsii.String("db"), jsii.String("export")) {
		t.Error(*timeline.ToText(nil))
	}
}

func TestTheMigrationCanUseTheDatabase(t *testing.T) {
	timeline := cdk8ssidecars.LifecycleTesting_Timeline(chartOf(OrderedSidecars), jsii.String("Deployment"), &cdk8ssidecars.Scenario{DeleteAt: jsii.Number(60)})

	if !*timeline.StartsBefore(jsii.String("db"), jsii.String("migrate")) || !*timeline.StartsBefore(jsii.String("migrate"), jsii.String("metrics")) {
		t.Error(*timeline.ToText(nil))
	}
}

func TestAJobWithoutADeadlineIsRefused(t *testing.T) {
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil)

	expectRefusal(t, "ctiveDeadline", func() { cdk8ssidecars.NewSidecarJob(chart, jsii.String("export"), &cdk8ssidecars.SidecarJobProps{}) })
}

func TestAWrongScenarioIsRefusedInTheWordsOfGo(t *testing.T) {
	scenario := &cdk8ssidecars.Scenario{DeleteAt: jsii.Number(60), DeleteAgainAt: jsii.Number(30)}

	expectRefusal(t, "'DeleteAgainAt' of the scenario is 30 s: set 'DeleteAt' to an earlier time", func() {
		cdk8ssidecars.LifecycleTesting_Timeline(chartOf(OrderedSidecars), jsii.String("Deployment"), scenario)
	})
}

func TestAGracePeriodThatIsTooShortIsRefused(t *testing.T) {
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil)
	web := webIn(chart, cdk8s.Duration_Seconds(jsii.Number(20)))
	cdk8ssidecars.NewNativeSidecar(web, jsii.String("cache"), &cdk8ssidecars.NativeSidecarProps{
		Image:    jsii.String("ghcr.io/acme/cache:1.6.45"),
		Startup:  cdk8ssidecars.StartupGate_TcpSocket(jsii.Number(11211), nil),
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(2)),
	})
	cdk8ssidecars.PodLifecycle_Of(web, &cdk8ssidecars.PodLifecycleOptions{Shutdown: cdk8s.Duration_Seconds(jsii.Number(60))})

	expectRefusal(t, "NS301 the grace period is 20 s, but stopping in order takes 62 s", func() { cdk8ssidecars.LifecycleTesting_Pods(chart) })
}

func TestAPresetIsRefusedWithTheNamesOfGo(t *testing.T) {
	web := webIn(cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil), nil)

	expectRefusal(t, "'ExtraArgs' of 'db' has '--unix-socket', which the sidecar decides: set 'SocketFolder'", func() {
		catalog.NewCloudSqlProxy(web, jsii.String("db"), &catalog.CloudSqlProxyProps{
			Instance:  jsii.String("acme:europe-west1:orders"),
			ExtraArgs: jsii.Strings("--unix-socket=/sql"),
		})
	})
}

func TestAnOwnRuleStopsSynth(t *testing.T) {
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("shop"), nil)
	cdk8ssidecars.RuleBook_Of(chart).Add(&NeedsLabel{label: "team"})
	cdk8ssidecars.PodLifecycle_Of(webIn(chart, nil), nil)

	expectRefusal(t, "ACME1 the pod has no label 'team': add the label to the pod", func() { cdk8ssidecars.LifecycleTesting_Pods(chart) })
}

func chartOf(build func(cdk8s.App)) cdk8s.Chart {
	app := cdk8s.NewApp(nil)
	build(app)
	return (*app.Charts())[0]
}

func webIn(chart cdk8s.Chart, gracePeriod cdk8s.Duration) cdk8splus28.Deployment {
	return cdk8splus28.NewDeployment(chart, jsii.String("web"), &cdk8splus28.DeploymentProps{
		TerminationGracePeriod: gracePeriod,
		Containers:             &[]*cdk8splus28.ContainerProps{{Name: jsii.String("web"), Image: jsii.String("ghcr.io/acme/web:1.4.2")}},
	})
}

// expectRefusal runs a function that must fail. In Go, an error of the library is a panic.
func expectRefusal(t *testing.T, sentence string, run func()) {
	t.Helper()
	defer func() {
		if refusal := fmt.Sprint(recover()); !strings.Contains(refusal, sentence) {
			t.Errorf("refused with %s", refusal)
		}
	}()
	run()
}

func examplesFolder() string {
	if folder := os.Getenv("EXAMPLES"); folder != "" {
		return folder
	}
	return ".."
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
