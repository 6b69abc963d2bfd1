// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import io.troupe.bench.process.Child;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.measure.Role;
import io.troupe.bench.sp.measure.RoleRunner;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Pattern;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import io.troupe.bench.sp.stack.Transport;
import io.troupe.bench.stacks.StackOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One stack in one cell, once, in processes started for it.
 *
 * @param options lengths, options of virtual machines
 * @param stack must offer the cell
 * @param program of the stack, nothing missing
 * @param cell what to measure
 */
record Measurement(StackOptions options, SpStack stack, Program program, Cell cell) {
    private static final Duration START = Duration.ofSeconds(30);
    /** On top of both windows. */
    private static final Duration MORE = Duration.ofSeconds(60);
    /** Between two looks at the other process. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /**
     * Starts the processes, measures, ends them.
     *
     * @throws IllegalStateException if one of them fails; the message is one line
     */
    Outcome run() throws InterruptedException, IOException {
        Path folder = Files.createTempDirectory("troupe-sp");
        try {
            Job job = new Job(
                    Job.freeAddress(cell.transport(), folder),
                    cell.bytes(),
                    cell.threads(),
                    options.warmUp(),
                    options.window());
            return cell.transport() == Transport.INPROC ? inOne(job) : inTwo(job);
        } finally {
            Files.deleteIfExists(folder.resolve("bench.ipc"));
            Files.delete(folder);
        }
    }

    private Outcome inOne(Job job) throws InterruptedException {
        try (Child both = start(cell.pattern() == Pattern.PAIR ? Role.PAIR : Role.TRIP, job)) {
            return Outcome.parse(Outcome.PREFIX + both.await(Outcome.PREFIX, limit()));
        }
    }

    private Outcome inTwo(Job job) throws InterruptedException {
        boolean pair = cell.pattern() == Pattern.PAIR;
        try (Child listening = start(pair ? Role.RECEIVE : Role.REPLY, job)) {
            listening.await(RoleRunner.READY, START);
            try (Child dialling = start(pair ? Role.SEND : Role.REQUEST, job)) {
                return pair ? await(listening, dialling) : await(dialling, listening);
            }
        }
    }

    /** Fails at once if the other process does. */
    private Outcome await(Child measuring, Child other) throws InterruptedException {
        long end = System.nanoTime() + limit().toNanos();
        while (System.nanoTime() - end < 0) {
            boolean otherLives = other.alive();
            Optional<String> line = measuring.poll(Outcome.PREFIX, LOOK);
            if (line.isPresent()) {
                return Outcome.parse(Outcome.PREFIX + line.get());
            }
            if (!otherLives) {
                other.await(Outcome.PREFIX, LOOK); // says why
            }
        }
        throw new IllegalStateException("process must measure in time: limit=" + limit());
    }

    private Duration limit() {
        return START.plus(MORE).plus(options.warmUp()).plus(options.window());
    }

    private Child start(Role role, Job job) {
        List<String> arguments = new ArrayList<>();
        if (!program.command().isEmpty()) {
            arguments.addAll(program.command());
            arguments.add(role.word());
            arguments.addAll(job.arguments());
            return Child.start(role.word(), arguments);
        }
        arguments.addAll(List.of(RoleMain.class.getName(), stack.name(), role.word()));
        arguments.addAll(job.arguments());
        return Child.start(role.word(), options.jvm(), arguments);
    }
}
