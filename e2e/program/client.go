package main

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/url"
	"os"
	"sync"
	"syscall"
	"time"
)

// A client that sends requests, one after another at a steady rate, to the addresses that PUT /addresses names, in turn. It begins when it is first told
// some, and ends its loop at PUT /stop, after -limit requests or after -seconds, whichever comes first. GET /counts tells what became of them.
func client(args []string) {
	flags := flag.NewFlagSet("client", flag.ExitOnError)
	port := flags.Int("port", 8080, "")
	rate := flags.Float64("rate", 40, "requests a second")
	limit := flags.Int("limit", 12000, "no more requests than this")
	longest := flags.Float64("seconds", 300, "no longer than this")
	flags.Parse(args)

	say("start", nil)
	var lock sync.Mutex
	var addresses []string
	var requests, failures, inFlight int
	reasons := map[string]int{}
	begin, stop := make(chan struct{}), make(chan struct{})
	var beginOnce, stopOnce sync.Once
	mux := http.NewServeMux()
	mux.HandleFunc("/addresses", func(writer http.ResponseWriter, request *http.Request) {
		var told []string
		if err := json.NewDecoder(request.Body).Decode(&told); err != nil {
			http.Error(writer, err.Error(), http.StatusBadRequest)
			return
		}
		lock.Lock()
		addresses = told
		lock.Unlock()
		if len(told) > 0 {
			beginOnce.Do(func() { close(begin) })
		}
	})
	mux.HandleFunc("/stop", func(http.ResponseWriter, *http.Request) { stopOnce.Do(func() { close(stop) }) })
	mux.HandleFunc("/counts", func(writer http.ResponseWriter, _ *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		json.NewEncoder(writer).Encode(fields{"requests": requests, "failures": failures, "inFlight": inFlight, "reasons": reasons})
	})
	server := serve(*port, mux)
	outgoing := freshConnections()
	send := func(address string) {
		err := get(outgoing, address)
		lock.Lock()
		defer lock.Unlock()
		inFlight--
		if err != nil {
			failures++
			reasons[reason(err)]++
		}
	}
	go func() {
		<-begin
		ticks := time.NewTicker(seconds(1 / *rate))
		defer ticks.Stop()
		end := time.After(seconds(*longest))
		for n := 0; n < *limit; n++ {
			select {
			case <-stop:
				return
			case <-end:
				return
			case <-ticks.C:
			}
			lock.Lock()
			requests++
			if len(addresses) == 0 {
				failures++
				reasons["no address"]++
			} else {
				inFlight++
				go send(addresses[n%len(addresses)])
			}
			lock.Unlock()
		}
	}()
	waitForTerm()
	shutDown(1, server)
}

// reason is an error without the addresses in it, so that equal ones can be counted.
func reason(err error) string {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET):
		return "connection reset"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "connection closed"
	case os.IsTimeout(err):
		return "timeout"
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err.Error()
	}
	return err.Error()
}
