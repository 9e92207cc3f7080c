package examples

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
)

// Quickstart is the first sample of the README: a sidecar, and a drawing of what will happen.
func Quickstart(app cdk8s.App) string {
	web := cdk8splus28.NewDeployment(cdk8s.NewChart(app, jsii.String("shop"), nil), jsii.String("web"), &cdk8splus28.DeploymentProps{
		Containers: &[]*cdk8splus28.ContainerProps{{
			Name: jsii.String("web"), Image: jsii.String("ghcr.io/acme/web:1.4.2"), PortNumber: jsii.Number(8080),
		}},
	})
	web.ExposeViaService(nil)

	cdk8ssidecars.NewNativeSidecar(web, jsii.String("cache"), &cdk8ssidecars.NativeSidecarProps{
		Image:    jsii.String("docker.io/library/memcached:1.6.45-alpine"),
		User:     jsii.Number(11211), // this image names its user, and runAsNonRoot needs a numeric one
		Startup:  cdk8ssidecars.StartupGate_Command(jsii.Strings("nc", "-z", "127.0.0.1", "11211"), nil),
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(2)),
	})

	life := cdk8ssidecars.PodLifecycle_Of(web, &cdk8ssidecars.PodLifecycleOptions{Shutdown: cdk8s.Duration_Seconds(jsii.Number(15))})
	return *life.Timeline(nil).ToText(nil)
}

// NightlyExport is the Job of the README that a unit test asks questions about.
func NightlyExport(app cdk8s.App) {
	job := cdk8ssidecars.NewSidecarJob(cdk8s.NewChart(app, jsii.String("test"), nil), jsii.String("nightly-export"), &cdk8ssidecars.SidecarJobProps{
		Containers:     &[]*cdk8splus28.ContainerProps{{Name: jsii.String("export"), Image: jsii.String("ghcr.io/acme/export:1.0.0")}},
		ActiveDeadline: cdk8s.Duration_Hours(jsii.Number(1)),
		PodFailureRules: &[]cdk8ssidecars.PodFailureRule{
			cdk8ssidecars.PodFailureRule_OnExitCodes(cdk8ssidecars.PodFailureAction_FAIL_JOB, jsii.Numbers(42)),
		},
	})
	cdk8ssidecars.NewNativeSidecar(job, jsii.String("db"), &cdk8ssidecars.NativeSidecarProps{
		Image: jsii.String("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3"),
		Args: jsii.Strings("--port=5432", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "--exit-zero-on-sigterm",
			"acme:europe-west1:orders"),
		Startup: cdk8ssidecars.StartupGate_HttpGet(jsii.String("/startup"), jsii.Number(9801), nil),
	})
}

// Checkout is the sample of the README with a mesh.
func Checkout(app cdk8s.App) cdk8ssidecars.MeshedDeployment {
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)
	linkerd := cdk8ssidecars.Mesh_Linkerd(&cdk8ssidecars.LinkerdOptions{Version: jsii.String("2.20")})

	checkout := cdk8ssidecars.NewMeshedDeployment(chart, jsii.String("checkout"), &cdk8ssidecars.MeshedDeploymentProps{
		Mesh: linkerd,
		Containers: &[]*cdk8splus28.ContainerProps{{
			Name: jsii.String("checkout"), Image: jsii.String("ghcr.io/acme/checkout:2.0.0"), PortNumber: jsii.Number(8080),
		}},
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(20)),
	})
	cdk8ssidecars.NewSidecarJob(chart, jsii.String("nightly-export"), &cdk8ssidecars.SidecarJobProps{
		Mesh:           linkerd,
		Containers:     &[]*cdk8splus28.ContainerProps{{Name: jsii.String("export"), Image: jsii.String("ghcr.io/acme/export:1.0.0")}},
		ActiveDeadline: cdk8s.Duration_Hours(jsii.Number(1)),
	})
	return checkout
}

// StrictApp is the sample of the README that checks all workloads, and lets warnings stop synth.
func StrictApp() cdk8s.App {
	app := cdk8s.NewApp(nil)
	cdk8ssidecars.PodLifecycle_CheckAll(app, &cdk8ssidecars.CheckAllOptions{
		Report: jsii.Bool(true), // prints all findings to stderr when the app has synthesized
		FailOn: cdk8ssidecars.Severity_WARNING,
	})
	return app
}
