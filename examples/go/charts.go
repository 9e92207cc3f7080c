// Package examples builds the same charts as the examples in TypeScript.
package examples

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars"
	"github.com/cdk8s-sidecars/cdk8s-sidecars-go/cdk8ssidecars/catalog"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2"
)

func chartIn(app cdk8s.App, id string) cdk8s.Chart {
	return cdk8s.NewChart(app, jsii.String(id), &cdk8s.ChartProps{DisableResourceNameHashes: jsii.Bool(true)})
}

// PlainSidecar adds a cache to a Deployment with a Service.
func PlainSidecar(app cdk8s.App) {
	web := cdk8splus28.NewDeployment(chartIn(app, "shop"), jsii.String("web"), &cdk8splus28.DeploymentProps{
		Containers: &[]*cdk8splus28.ContainerProps{{
			Name: jsii.String("web"), Image: jsii.String("ghcr.io/acme/web:1.4.2"), PortNumber: jsii.Number(8080),
		}},
	})
	web.ExposeViaService(nil)

	cdk8ssidecars.NewNativeSidecar(web, jsii.String("cache"), &cdk8ssidecars.NativeSidecarProps{
		Image:    jsii.String("docker.io/library/memcached:1.6.45-alpine"),
		User:     jsii.Number(11211),
		Startup:  cdk8ssidecars.StartupGate_Command(jsii.Strings("nc", "-z", "127.0.0.1", "11211"), nil),
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(2)),
	})
}

// OrderedSidecars starts a proxy, then a migration that uses it, then a second sidecar, then the app.
func OrderedSidecars(app cdk8s.App) {
	image := jsii.String("ghcr.io/acme/orders:3.1.0")
	orders := cdk8splus28.NewDeployment(chartIn(app, "orders"), jsii.String("api"), &cdk8splus28.DeploymentProps{
		InitContainers: &[]*cdk8splus28.ContainerProps{{Name: jsii.String("migrate"), Image: image, Args: jsii.Strings("migrate", "up")}},
		Containers:     &[]*cdk8splus28.ContainerProps{{Name: jsii.String("api"), Image: image, PortNumber: jsii.Number(8080)}},
	})
	db := cdk8ssidecars.NewNativeSidecar(orders, jsii.String("db"), &cdk8ssidecars.NativeSidecarProps{
		Image:    jsii.String("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3"),
		Args:     jsii.Strings("--port=5432", "--auto-iam-authn", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"),
		Startup:  cdk8ssidecars.StartupGate_HttpGet(jsii.String("/startup"), jsii.Number(9801), nil),
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(2)),
	})
	source := jsii.String("postgresql://orders%40acme.iam@127.0.0.1:5432/orders?sslmode=disable")
	metrics := cdk8ssidecars.NewNativeSidecar(orders, jsii.String("metrics"), &cdk8ssidecars.NativeSidecarProps{
		Image:        jsii.String("quay.io/prometheuscommunity/postgres-exporter:v0.17.1"),
		EnvVariables: &map[string]cdk8splus28.EnvValue{"DATA_SOURCE_NAME": cdk8splus28.EnvValue_FromValue(source)},
		Startup:      cdk8ssidecars.StartupGate_HttpGet(jsii.String("/"), jsii.Number(9187), nil),
	})
	metrics.StartsAfter(db)
	metrics.StartsAfterInit(jsii.String("migrate"))
}

// Job completes although its proxy never exits by itself.
func Job(app cdk8s.App) {
	job := cdk8ssidecars.NewSidecarJob(chartIn(app, "orders"), jsii.String("export"), &cdk8ssidecars.SidecarJobProps{
		Containers:     &[]*cdk8splus28.ContainerProps{{Name: jsii.String("export"), Image: jsii.String("ghcr.io/acme/export:1.0.0")}},
		ActiveDeadline: cdk8s.Duration_Hours(jsii.Number(1)),
		PodFailureRules: &[]cdk8ssidecars.PodFailureRule{
			// Wrong arguments: a retry would not help.
			cdk8ssidecars.PodFailureRule_OnExitCodes(cdk8ssidecars.PodFailureAction_FAIL_JOB, jsii.Numbers(64)),
			// A drained node is not the export's fault.
			cdk8ssidecars.PodFailureRule_OnDisruption(cdk8ssidecars.PodFailureAction_IGNORE),
		},
	})
	cdk8ssidecars.NewNativeSidecar(job, jsii.String("db"), &cdk8ssidecars.NativeSidecarProps{
		Image:    jsii.String("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3"),
		Args:     jsii.Strings("--port=5432", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"),
		Startup:  cdk8ssidecars.StartupGate_HttpGet(jsii.String("/startup"), jsii.Number(9801), nil),
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(2)),
	})
}

// Meshed puts a Deployment and a Job into a service mesh.
func Meshed(app cdk8s.App) {
	chart := chartIn(app, "shop")
	mesh := cdk8ssidecars.Mesh_Linkerd(&cdk8ssidecars.LinkerdOptions{Version: jsii.String("2.20")})

	cdk8ssidecars.NewMeshedDeployment(chart, jsii.String("checkout"), &cdk8ssidecars.MeshedDeploymentProps{
		Mesh: mesh,
		Containers: &[]*cdk8splus28.ContainerProps{{
			Name: jsii.String("checkout"), Image: jsii.String("ghcr.io/acme/checkout:2.0.0"), PortNumber: jsii.Number(8080),
		}},
		Shutdown: cdk8s.Duration_Seconds(jsii.Number(20)), // the time that the app needs after SIGTERM; the proxy stops after it
	})
	cdk8ssidecars.NewSidecarJob(chart, jsii.String("export"), &cdk8ssidecars.SidecarJobProps{
		Mesh:           mesh,
		Containers:     &[]*cdk8splus28.ContainerProps{{Name: jsii.String("export"), Image: jsii.String("ghcr.io/acme/export:1.0.0")}},
		ActiveDeadline: cdk8s.Duration_Hours(jsii.Number(1)),
	})
}

// Presets adds a database proxy and a log shipper from the catalog.
func Presets(app cdk8s.App) {
	api := cdk8splus28.NewDeployment(chartIn(app, "orders"), jsii.String("api"), &cdk8splus28.DeploymentProps{
		Containers: &[]*cdk8splus28.ContainerProps{{
			Name: jsii.String("api"), Image: jsii.String("ghcr.io/acme/orders:3.1.0"), PortNumber: jsii.Number(8080),
		}},
	})
	catalog.NewCloudSqlProxy(api, jsii.String("db"), &catalog.CloudSqlProxyProps{Instance: jsii.String("acme:europe-west1:orders")}).Connect(nil)
	catalog.NewFluentBit(api, jsii.String("logs"), &catalog.FluentBitProps{
		Outputs: &[]*catalog.FluentBitOutput{{
			Plugin:  jsii.String("loki"),
			Options: &map[string]interface{}{"host": "loki.observability", "port": 3100, "labels": "app=orders"},
		}},
	}).Connect(nil)
	cdk8ssidecars.PodLifecycle_Of(api, nil)
}
