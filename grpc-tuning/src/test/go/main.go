// Calls a method of a server on several goroutines until its standard input ends. Then prints how many calls were answered, and
// how many ended with each other status.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const callers = 8

// empty sends and ignores messages without knowing their type.
type empty struct{}

func (empty) Name() string                { return "proto" }
func (empty) Marshal(any) ([]byte, error) { return nil, nil }
func (empty) Unmarshal([]byte, any) error { return nil }

func main() {
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		panic(err)
	}
	stop := make(chan struct{})
	outcomes := make(chan string, callers)
	var running sync.WaitGroup
	for range callers {
		running.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				err := connection.Invoke(ctx, os.Args[2], nil, nil, grpc.ForceCodec(empty{}))
				cancel()
				if err != nil {
					outcomes <- err.Error()
				} else {
					outcomes <- "OK"
				}
			}
		})
	}
	counts := map[string]int{}
	var counted sync.WaitGroup
	counted.Go(func() {
		for outcome := range outcomes {
			if counts[outcome]++; outcome == "OK" && counts[outcome] == 1 {
				fmt.Println("first call answered")
			}
		}
	})
	io.Copy(io.Discard, os.Stdin)
	close(stop)
	running.Wait()
	close(outcomes)
	counted.Wait()
	for outcome, count := range counts {
		fmt.Println(count, outcome)
	}
}
