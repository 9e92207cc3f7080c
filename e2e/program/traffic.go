package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const requestTimeout = 5 * time.Second

// Every request has a connection of its own: what Go's client would quietly send again over another one is to be counted.
func freshConnections() *http.Client {
	dialer := &net.Dialer{Timeout: requestTimeout}
	return &http.Client{Timeout: requestTimeout, Transport: &http.Transport{DisableKeepAlives: true, DialContext: dialer.DialContext}}
}

func serve(port int, handler http.Handler) *http.Server {
	server := &http.Server{Addr: fmt.Sprintf(":%d", port), Handler: handler}
	go func() {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			fail(err)
		}
	}()
	return server
}

func get(client *http.Client, address string) error {
	response, err := client.Get(address)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return nil
}

func waitForTerm() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	<-signals
	say("term", nil)
}

// shutDown lets requests that are being answered end, and refuses new ones.
func shutDown(within float64, servers ...*http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), seconds(within))
	defer cancel()
	var all sync.WaitGroup
	for _, server := range servers {
		all.Add(1)
		go func() { defer all.Done(); server.Shutdown(ctx) }()
	}
	all.Wait()
	say("exit", fields{"code": 0})
}

// A server that calls its upstream through the proxy beside it: once for every request, and in a loop from its start to its end, as for a queue that it
// works off. After its stop signal it drains: it still answers, and still calls.
func app(args []string) {
	flags := flag.NewFlagSet("app", flag.ExitOnError)
	port := flags.Int("port", 8080, "")
	through := flags.String("through", "http://127.0.0.1:15001", "the proxy's outbound address")
	every := flags.Float64("every", 0.1, "seconds between two calls of its own")
	takes := flags.Float64("takes", 0.1, "seconds that an answer takes")
	drain := flags.Float64("drain", 3, "seconds from the stop signal to the end")
	limit := flags.Int64("limit", 20000, "no more outbound calls than this")
	flags.Parse(args)

	say("start", nil)
	outgoing := freshConnections()
	var calls, failures, served atomic.Int64
	var first sync.Once
	call := func() {
		if calls.Add(1) > *limit {
			calls.Add(-1)
			return
		}
		if err := get(outgoing, *through); err != nil {
			failures.Add(1)
			first.Do(func() { say("outbound-failed", fields{"why": err.Error()}) })
		}
	}
	ticks := time.NewTicker(seconds(*every))
	call()
	go func() {
		for range ticks.C {
			call()
		}
	}()
	mux := http.NewServeMux()
	mux.HandleFunc("/ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/", func(writer http.ResponseWriter, _ *http.Request) {
		call()
		time.Sleep(seconds(*takes))
		served.Add(1)
		fmt.Fprintln(writer, "served")
	})
	server := serve(*port, mux)
	report := func() {
		say("outbound", fields{"calls": calls.Load(), "failed": failures.Load(), "served": served.Load()})
	}
	go func() {
		for range time.Tick(time.Second) {
			report()
		}
	}()
	waitForTerm()
	time.Sleep(seconds(*drain))
	ticks.Stop()
	report()
	shutDown(1, server)
	os.Exit(0)
}

// A proxy: inbound requests go to the app, outbound ones to the upstream. It needs a while until it is ready.
func proxy(args []string) {
	flags := flag.NewFlagSet("proxy", flag.ExitOnError)
	inbound := flags.Int("inbound", 15006, "")
	outbound := flags.Int("outbound", 15001, "")
	health := flags.Int("health", 15021, "")
	readyAfter := flags.Float64("ready-after", 1, "seconds")
	shutdown := flags.Float64("shutdown", 1, "seconds that requests may still take after the stop signal")
	toApp := flags.String("app", "http://127.0.0.1:8080", "")
	toUpstream := flags.String("upstream", "", "")
	flags.Parse(args)

	say("start", nil)
	var asked sync.Once
	listening := make(chan []*http.Server, 1)
	go func() {
		time.Sleep(seconds(*readyAfter))
		say("ready", nil)
		listening <- []*http.Server{
			serve(*inbound, forward(*toApp)),
			serve(*outbound, forward(*toUpstream)),
			serve(*health, http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
				if request.URL.Path == "/ready" {
					asked.Do(func() { say("gate", nil) })
				}
			})),
		}
	}()
	waitForTerm()
	shutDown(*shutdown, <-listening...)
	os.Exit(0)
}

func forward(target string) http.Handler {
	address, err := url.Parse(target)
	if err != nil {
		fail(err)
	}
	return &httputil.ReverseProxy{
		Rewrite:   func(request *httputil.ProxyRequest) { request.SetURL(address) },
		Transport: freshConnections().Transport,
	}
}

// A service somewhere else.
func upstream(args []string) {
	flags := flag.NewFlagSet("upstream", flag.ExitOnError)
	port := flags.Int("port", 8080, "")
	flags.Parse(args)

	say("start", nil)
	server := serve(*port, http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { fmt.Fprintln(writer, "upstream") }))
	waitForTerm()
	shutDown(1, server)
}
