// The test program: one static binary that plays every part in a pod of the end-to-end tests.
//
// It says what happens to it, one JSON object a line, on the standard output of its container: {"t": seconds since 1970, "e": event, …}.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

const usage = `usage: program MODE [flags]
  run       a process with a life: start, answer probes, take its time to stop, crash
  hook      a lifecycle hook: takes its time, and may make process 1 of its container end
  end       makes process 1 of its container end with a code
  check     asks process 1 of its container whether it is ready, as an exec probe
  ship      follows a file and delivers its lines
  app       a server that calls an upstream through its proxy, also while it drains
  proxy     forwards inbound requests to the app and outbound ones to the upstream
  upstream  answers everything
  client    sends requests to the addresses that it is told
`

func main() {
	modes := map[string]func([]string){
		"run": run, "hook": hook, "end": end, "check": check, "ship": ship,
		"app": app, "proxy": proxy, "upstream": upstream, "client": client,
	}
	if len(os.Args) < 2 || modes[os.Args[1]] == nil {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	modes[os.Args[1]](os.Args[2:])
}

type fields map[string]any

var (
	output     = os.Stdout
	outputLock sync.Mutex
)

// say writes one event; a line is short enough for the pipe to take it in one piece.
func say(event string, more fields) {
	line := fields{"t": float64(time.Now().UnixMicro()) / 1e6, "e": event}
	for key, value := range more {
		line[key] = value
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	outputLock.Lock()
	defer outputLock.Unlock()
	output.Write(append(text, '\n'))
}

// sayAsProcess1 sends what is said to the container's log: the output of a hook goes nowhere.
func sayAsProcess1() {
	if file, err := os.OpenFile("/proc/1/fd/1", os.O_WRONLY|os.O_APPEND, 0); err == nil {
		output = file
	}
}

func seconds(value float64) time.Duration {
	return time.Duration(value * float64(time.Second))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}
