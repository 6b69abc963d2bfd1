// SPDX-License-Identifier: Apache-2.0

// The works of ChannelWork with the channels of Go. Measured like the others: batches until the warm-up is over, then windows of
// whole batches. Goroutines and channels are made anew for each batch.
//
//	channels KIND SIZE RECEIVERS CAPACITY AMOUNT OPERATIONS WORKERS WARM-UP-MILLIS WINDOW-MILLIS WINDOWS
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

type work struct {
	kind                              string
	size, receivers, capacity, amount int
}

type windows struct {
	Result     int64     `json:"result"`
	Operations int64     `json:"operations"`
	Wall       []float64 `json:"wall"`
	Cpu        []float64 `json:"cpu"`
}

func main() {
	go endWithParent()
	if len(os.Args) != 11 {
		fail("arguments must be 10: arguments=" + strconv.Itoa(len(os.Args)-1))
	}
	numbers := make([]int, 9)
	for i := range numbers {
		number, err := strconv.Atoi(os.Args[i+2])
		if err != nil || number < 0 {
			fail("argument must be a number: argument=" + os.Args[i+2])
		}
		numbers[i] = number
	}
	w := work{os.Args[1], numbers[0], numbers[1], numbers[2], numbers[3]}
	runtime.GOMAXPROCS(numbers[5])
	batch := w.batch()
	if batch == nil {
		fail("workload must be known: kind=" + w.kind + ", size=" + os.Args[2])
	}
	measured := measure(batch, int64(numbers[4]), numbers[6], numbers[7], numbers[8])
	if err := json.NewEncoder(os.Stdout).Encode(measured); err != nil {
		os.Exit(1)
	}
}

// The process that started this one has ended when its end of the pipe has.
func endWithParent() {
	buffer := make([]byte, 1)
	for {
		if _, err := os.Stdin.Read(buffer); err != nil {
			os.Exit(3)
		}
	}
}

func fail(reason string) {
	fmt.Println("ERROR " + reason)
	os.Exit(1)
}

func measure(batch func() int64, operations int64, warmUpMillis, windowMillis, count int) windows {
	result := batch()
	run := func() {
		if again := batch(); again != result {
			fail(fmt.Sprintf("batches must give the same: first=%d, then=%d", result, again))
		}
	}
	for end := time.Now().Add(time.Duration(warmUpMillis) * time.Millisecond); time.Now().Before(end); {
		run()
	}
	measured := windows{Result: result, Operations: operations}
	length := time.Duration(windowMillis) * time.Millisecond / time.Duration(count)
	for i := 0; i < count; i++ {
		batches := int64(0)
		begun, burnt := time.Now(), processorNanos()
		for time.Since(begun) < length || batches == 0 {
			run()
			batches++
		}
		wall, cpu := time.Since(begun).Nanoseconds(), processorNanos()-burnt
		measured.Wall = append(measured.Wall, float64(wall)/float64(batches*operations))
		measured.Cpu = append(measured.Cpu, float64(cpu)/float64(batches*operations))
	}
	return measured
}

// Of all threads of this process.
func processorNanos() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail("processor time must be known: " + err.Error())
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func (w work) batch() func() int64 {
	switch w.kind {
	case "PAIR":
		return w.pair
	case "TRANSFER":
		return w.transfer
	case "SELECT":
		return w.selecting()
	case "SIEVE":
		return w.sieve
	case "CHAIN":
		return w.chain
	}
	return nil
}

func (w work) pair() int64 {
	there, back := make(chan int, w.capacity), make(chan int, w.capacity)
	go func() {
		for k := 0; k < w.amount; k++ {
			back <- <-there + 1
		}
	}()
	number := 0
	for k := 0; k < w.amount; k++ {
		there <- number
		number = <-back
	}
	return int64(number)
}

func send(to chan<- int, count int) {
	for k := 0; k < count; k++ {
		to <- k
	}
}

func add(from <-chan int, count int) int64 {
	sum := int64(0)
	for k := 0; k < count; k++ {
		sum += int64(<-from)
	}
	return sum
}

func (w work) transfer() int64 {
	channel := make(chan int, w.capacity)
	sums := make(chan int64, w.receivers)
	for i := 0; i < w.receivers; i++ {
		go func() { sums <- add(channel, w.amount/w.receivers) }()
	}
	for i := 0; i < w.size; i++ {
		go send(channel, w.amount/w.size)
	}
	sum := int64(0)
	for i := 0; i < w.receivers; i++ {
		sum += <-sums
	}
	return sum
}

func (w work) chain() int64 {
	first := make(chan int, w.capacity)
	go send(first, w.amount)
	last := first
	for stage := 1; stage < w.size; stage++ {
		from, to := last, make(chan int, w.capacity)
		go func() {
			for k := 0; k < w.amount; k++ {
				to <- <-from + 1
			}
		}()
		last = to
	}
	return add(last, w.amount)
}

// Go's select is a statement, so each width has its own. Unknown widths have none.
func (w work) selecting() func() int64 {
	var receive func(c []chan int, count int) int64
	switch w.size {
	case 2:
		receive = selectTwo
	case 4:
		receive = selectFour
	case 8:
		receive = selectEight
	default:
		return nil
	}
	return func() int64 {
		each := w.amount / w.size
		channels := make([]chan int, w.size)
		for i := range channels {
			channels[i] = make(chan int, w.capacity)
			go send(channels[i], each)
		}
		return receive(channels, each*w.size)
	}
}

func selectTwo(c []chan int, count int) int64 {
	a, b := c[0], c[1]
	sum, number := int64(0), 0
	for k := 0; k < count; k++ {
		select {
		case number = <-a:
		case number = <-b:
		}
		sum += int64(number)
	}
	return sum
}

func selectFour(c []chan int, count int) int64 {
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	sum, number := int64(0), 0
	for k := 0; k < count; k++ {
		select {
		case number = <-c0:
		case number = <-c1:
		case number = <-c2:
		case number = <-c3:
		}
		sum += int64(number)
	}
	return sum
}

func selectEight(c []chan int, count int) int64 {
	c0, c1, c2, c3, c4, c5, c6, c7 := c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]
	sum, number := int64(0), 0
	for k := 0; k < count; k++ {
		select {
		case number = <-c0:
		case number = <-c1:
		case number = <-c2:
		case number = <-c3:
		case number = <-c4:
		case number = <-c5:
		case number = <-c6:
		case number = <-c7:
		}
		sum += int64(number)
	}
	return sum
}

type part struct{ received, prime int64 }

// The numbers that all filters got, and the primes, added up.
func (w work) sieve() int64 {
	numbers := make(chan int, w.capacity)
	parts := make(chan part, w.amount)
	largest := prime(w.amount)
	go filter(numbers, w.capacity, parts)
	for number := 2; number <= largest; number++ {
		numbers <- number
	}
	numbers <- 0
	sum := int64(0)
	for i := 0; i < w.amount; i++ {
		one := <-parts
		sum += one.received + one.prime
	}
	return sum
}

func filter(from <-chan int, capacity int, parts chan<- part) {
	prime := <-from
	received := int64(1)
	var to chan int
	for number := <-from; number != 0; number = <-from {
		received++
		if number%prime != 0 {
			if to == nil {
				to = make(chan int, capacity)
				go filter(to, capacity, parts)
			}
			to <- number
		}
	}
	if to != nil {
		to <- 0
	}
	parts <- part{received, int64(prime)}
}

var known = map[int]int{}

// The prime of that place, from 1 on.
func prime(place int) int {
	if known[place] == 0 {
		var found []int
	candidates:
		for number := 2; len(found) < place; number++ {
			for _, prime := range found {
				if number%prime == 0 {
					continue candidates
				}
			}
			found = append(found, number)
		}
		known[place] = found[place-1]
	}
	return known[place]
}
