// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel.kotlin

import io.troupe.bench.channel.ChannelStack
import io.troupe.bench.channel.ChannelWork
import io.troupe.bench.harness.Workload
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select
import java.util.concurrent.atomic.AtomicLong

/** The works between coroutines of the default dispatcher. Coroutines and channels are made anew for each batch. */
class KotlinStack : ChannelStack {
    override fun offers(work: ChannelWork): Boolean = true

    override fun workload(work: ChannelWork): Workload {
        val largest = if (work.kind() == ChannelWork.Kind.SIEVE) prime(work.amount()) else 0
        val expected = work.expected()
        return Workload {
            val result = runBlocking(Dispatchers.Default) {
                when (work.kind()) {
                    ChannelWork.Kind.PAIR -> pair(work)
                    ChannelWork.Kind.TRANSFER -> transfer(work)
                    ChannelWork.Kind.SELECT -> selecting(work)
                    ChannelWork.Kind.SIEVE -> sieve(work, largest)
                    ChannelWork.Kind.CHAIN -> chain(work)
                    null -> error("a workload must have a kind")
                }
            }
            check(result == expected) {
                "coroutines must receive every element once: workload=${work.name()}, expected=$expected, counted=$result"
            }
            result
        }
    }

    override fun close() = Unit
}

private suspend fun CoroutineScope.pair(work: ChannelWork): Long {
    val there = Channel<Int>(work.capacity())
    val back = Channel<Int>(work.capacity())
    launch {
        repeat(work.amount()) {
            back.send(there.receive() + 1)
        }
    }
    return async {
        var number = 0
        repeat(work.amount()) {
            there.send(number)
            number = back.receive()
        }
        number.toLong()
    }.await()
}

private suspend fun CoroutineScope.transfer(work: ChannelWork): Long {
    val channel = Channel<Int>(work.capacity())
    repeat(work.size()) {
        launch { send(channel, work.amount() / work.size()) }
    }
    return List(work.receivers()) { async { add(channel, work.amount() / work.receivers()) } }.awaitAll().sum()
}

private suspend fun CoroutineScope.selecting(work: ChannelWork): Long {
    val each = work.amount() / work.size()
    val channels = List(work.size()) { Channel<Int>(work.capacity()) }
    channels.forEach { launch { send(it, each) } }
    return async {
        var sum = 0L
        repeat(each * work.size()) {
            sum += select<Int> { channels.forEach { it.onReceive { element -> element } } }
        }
        sum
    }.await()
}

private suspend fun CoroutineScope.chain(work: ChannelWork): Long {
    val first = Channel<Int>(work.capacity())
    launch { send(first, work.amount()) }
    var last = first
    repeat(work.size() - 1) {
        val from = last
        val to = Channel<Int>(work.capacity())
        launch {
            repeat(work.amount()) {
                to.send(from.receive() + 1)
            }
        }
        last = to
    }
    val end = last
    return async { add(end, work.amount()) }.await()
}

/** Ends when all filters have: they are children of this scope. */
private suspend fun CoroutineScope.sieve(work: ChannelWork, largest: Int): Long {
    val sum = AtomicLong()
    val filters = launch {
        val numbers = Channel<Int>(work.capacity())
        launch { filter(numbers, work.capacity(), sum) }
        for (number in 2..largest) {
            numbers.send(number)
        }
        numbers.send(END)
    }
    filters.join()
    return sum.get()
}

private suspend fun CoroutineScope.filter(from: ReceiveChannel<Int>, capacity: Int, sum: AtomicLong) {
    val prime = from.receive()
    var received = 1L
    var to: Channel<Int>? = null
    while (true) {
        val number = from.receive()
        if (number == END) {
            break
        }
        received++
        if (number % prime != 0) {
            val next = to ?: Channel<Int>(capacity).also {
                to = it
                launch { filter(it, capacity, sum) }
            }
            next.send(number)
        }
    }
    sum.addAndGet(received + prime)
    to?.send(END)
}

private suspend fun send(to: SendChannel<Int>, count: Int) {
    for (k in 0 until count) {
        to.send(k)
    }
}

private suspend fun add(from: ReceiveChannel<Int>, count: Int): Long {
    var sum = 0L
    repeat(count) {
        sum += from.receive()
    }
    return sum
}

private const val END = 0

/** The prime of that place, from 1 on. */
private fun prime(place: Int): Int =
    generateSequence(2) { it + 1 }.filter { number -> (2 until number).none { number % it == 0 } }.elementAt(place - 1)
