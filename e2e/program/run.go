package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"
)

// While a process is being stopped it says this often that it lives: the last word dates a SIGKILL.
const heartbeat = 100 * time.Millisecond

// What process 1 ends with when another process of its container tells it to.
var endSignals = map[syscall.Signal]int{syscall.SIGUSR1: 0, syscall.SIGUSR2: 1}

// A process with a life.
func run(args []string) {
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	shutdown := flags.Float64("shutdown", 0, "seconds from the stop signal to the end")
	ignore := flags.Bool("ignore-term", false, "do not react to the stop signal")
	code := flags.Int("code", 0, "exit code, by itself or after the stop signal")
	exitAfter := flags.Float64("exit-after", -1, "seconds after which it ends by itself")
	crashAt := flags.Float64("crash-at", -1, "seconds after which it crashes with code 1, once if there is a -state folder")
	state := flags.String("state", "", "a folder that outlives the container")
	port := flags.Int("port", 0, "answers /ready and /live here")
	readyAfter := flags.Float64("ready-after", 0, "seconds after which it is ready; negative: never")
	sickAfter := flags.Float64("sick-after", -1, "seconds after which /live fails, once if there is a -state folder")
	lateListen := flags.Bool("late-listen", false, "listens only once it is ready, for probes that connect")
	readyFile := flags.String("ready-file", "", "a file that it makes once it is ready")
	log := flags.String("log", "", "a file that it writes lines to, the last one when it ends")
	flags.Parse(args)

	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGUSR2)
	say("start", nil)
	if *port > 0 || *readyFile != "" {
		go becomeReady(*port, *readyAfter, firstTimeOnly(*sickAfter, *state, "sick"), *lateListen, *readyFile)
	}
	lines := startLog(*log)
	exits, crashes := timer(*exitAfter), timer(firstTimeOnly(*crashAt, *state, "crashed"))
	var stopped, beats <-chan time.Time
	finish := func(code int) {
		lines("last line")
		say("exit", fields{"code": code})
		os.Exit(code)
	}
	for {
		select {
		case received := <-signals:
			if code, known := endSignals[received.(syscall.Signal)]; known {
				finish(code)
			}
			say("term", nil)
			beats = time.Tick(heartbeat)
			if !*ignore && stopped == nil {
				stopped = time.After(seconds(*shutdown))
			}
		case <-beats:
			say("alive", nil)
		case <-stopped:
			finish(*code)
		case <-exits:
			finish(*code)
		case <-crashes:
			finish(1)
		}
	}
}

func timer(after float64) <-chan time.Time {
	if after < 0 {
		return nil
	}
	return time.After(seconds(after))
}

// firstTimeOnly forgets a plan in all lives of the container but the first, if there is a folder to remember that in.
func firstTimeOnly(after float64, state, mark string) float64 {
	if state == "" || after < 0 {
		return after
	}
	path := filepath.Join(state, mark)
	if _, err := os.Stat(path); err == nil {
		return -1
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		fail(err)
	}
	return after
}

func becomeReady(port int, readyAfter, sickAfter float64, late bool, file string) {
	born := time.Now()
	passed := func(after float64) bool { return after >= 0 && time.Since(born) >= seconds(after) }
	if late || file != "" {
		if readyAfter < 0 {
			return
		}
		time.Sleep(seconds(readyAfter))
	}
	if file != "" {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			fail(err)
		}
		say("ready", nil)
	}
	if port == 0 {
		return
	}
	listener, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		fail(err)
	}
	var opened atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("/ready", func(writer http.ResponseWriter, _ *http.Request) {
		if !passed(readyAfter) {
			writer.WriteHeader(http.StatusServiceUnavailable)
		} else if !opened.Swap(true) {
			say("gate", nil)
		}
	})
	mux.HandleFunc("/live", func(writer http.ResponseWriter, _ *http.Request) {
		if passed(sickAfter) {
			say("sick", nil)
			writer.WriteHeader(http.StatusInternalServerError)
		}
	})
	if late {
		listener = &firstConnection{Listener: listener}
	}
	fail(http.Serve(listener, mux))
}

// firstConnection says when somebody connects for the first time: a TCP probe that passed.
type firstConnection struct {
	net.Listener
	opened atomic.Bool
}

func (listener *firstConnection) Accept() (net.Conn, error) {
	connection, err := listener.Listener.Accept()
	if err == nil && !listener.opened.Swap(true) {
		say("gate", nil)
	}
	return connection, err
}

// startLog writes a line every tenth of a second, and returns the function that writes one more.
func startLog(path string) func(string) {
	if path == "" {
		return func(string) {}
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		fail(err)
	}
	go func() {
		for n := 1; ; n++ {
			fmt.Fprintf(file, "line %d\n", n)
			time.Sleep(100 * time.Millisecond)
		}
	}()
	return func(line string) { fmt.Fprintln(file, line) }
}

// A lifecycle hook.
func hook(args []string) {
	flags := flag.NewFlagSet("hook", flag.ExitOnError)
	takes := flags.Float64("seconds", 0, "how long it takes")
	ends := flags.Bool("ends-process", false, "makes process 1 of the container end with code 1")
	flags.Parse(args)

	sayAsProcess1()
	say("hook-begin", nil)
	if *ends {
		syscall.Kill(1, syscall.SIGUSR2)
	}
	time.Sleep(seconds(*takes))
	say("hook-end", nil)
}

// Makes process 1 end.
func end(args []string) {
	flags := flag.NewFlagSet("end", flag.ExitOnError)
	code := flags.Int("code", 1, "0 or 1")
	flags.Parse(args)

	for signal, ends := range endSignals {
		if ends == *code {
			if err := syscall.Kill(1, signal); err != nil {
				fail(err)
			}
		}
	}
}

// An exec probe.
func check(args []string) {
	flags := flag.NewFlagSet("check", flag.ExitOnError)
	file := flags.String("file", "", "the file that must exist")
	flags.Parse(args)

	if _, err := os.Stat(*file); err != nil {
		os.Exit(1)
	}
	sayAsProcess1()
	say("gate", nil)
}
