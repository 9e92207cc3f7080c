package main

import (
	"bufio"
	"flag"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// A log shipper: delivers every whole line of a file; after its stop signal it delivers what is there, and ends.
func ship(args []string) {
	flags := flag.NewFlagSet("ship", flag.ExitOnError)
	path := flags.String("file", "", "the file to follow")
	flags.Parse(args)

	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	say("start", nil)
	var reader *bufio.Reader
	rest, delivered, last := "", 0, ""
	deliver := func() {
		if reader == nil {
			file, err := os.Open(*path)
			if err != nil { // the app has not made it yet
				return
			}
			reader = bufio.NewReader(file)
		}
		for {
			text, err := reader.ReadString('\n')
			rest += text
			if err != nil {
				return
			}
			last, rest = strings.TrimSuffix(rest, "\n"), ""
			delivered++
		}
	}
	for {
		select {
		case <-signals:
			say("term", nil)
			deliver()
			say("delivered", fields{"lines": delivered, "last": last})
			say("exit", fields{"code": 0})
			os.Exit(0)
		case <-time.After(50 * time.Millisecond):
			deliver()
		}
	}
}
