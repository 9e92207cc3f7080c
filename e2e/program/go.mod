module cdk8s-sidecars/e2e/program

go 1.22
