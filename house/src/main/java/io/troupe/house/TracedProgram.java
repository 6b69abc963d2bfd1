// SPDX-License-Identifier: Apache-2.0
package io.troupe.house;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectCollectedException;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.troupe.house.OperationTrace.Entry;
import io.troupe.house.OperationTrace.Stretch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A virtual machine that repeats one operation while this one looks on, by the interface for debuggers. One use, one thread. */
final class TracedProgram {
    /** How long nothing is done, and how long is waited for what an operation leaves to do. */
    private static final long STRETCH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** Longest silence of the program. */
    private static final long PATIENCE_MILLIS = 60_000;

    private static final String PROGRAM = "io.troupe.house.traced";
    private static final String MARKS = PROGRAM + ".Marks";

    private final String operation;
    private final List<Stretch> idle = new ArrayList<>();
    private final List<Stretch> rounds = new ArrayList<>();
    private final Map<ThreadReference, String> threads = new HashMap<>();
    private final VirtualMachine machine;
    private final MethodEntryRequest entries;
    private Stretch current = new Stretch();

    private TracedProgram(String operation, VirtualMachine machine) {
        this.operation = operation;
        this.machine = machine;
        this.entries = machine.eventRequestManager().createMethodEntryRequest();
    }

    /**
     * Runs an operation.
     *
     * @param classPath with the program and the libraries
     * @param operation its name, as the program knows it
     * @throws IOException if the virtual machine cannot be started, or its end is not reached
     * @throws InterruptedException if this thread is interrupted; the virtual machine is ended
     */
    static OperationTrace run(String classPath, String operation, int rounds) throws IOException, InterruptedException {
        ListeningConnector connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(found -> found.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("localAddress")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("timeout")).setValue(Long.toString(PATIENCE_MILLIS));
        try {
            String address = connector.startListening(arguments);
            Process process = start(address, classPath, operation, rounds);
            try {
                TracedProgram program = new TracedProgram(operation, connector.accept(arguments));
                program.watch();
                return program.result(rounds);
            } finally {
                process.destroyForcibly();
                connector.stopListening(arguments);
            }
        } catch (IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Process start(String address, String classPath, String operation, int rounds) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:ActiveProcessorCount=2",
                        "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=" + address,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        classPath,
                        PROGRAM + ".Operations",
                        operation,
                        Integer.toString(rounds))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private OperationTrace result(int wanted) throws IOException {
        if (rounds.size() != wanted) {
            throw new IOException("a traced program must do all of its rounds: operation=" + operation + ", done="
                    + rounds.size() + ", wanted=" + wanted);
        }
        return OperationTrace.of(operation, idle, rounds);
    }

    private void watch() throws IOException, InterruptedException {
        entries.addClassFilter("io.troupe.*");
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(MARKS);
        prepared.enable();
        try {
            while (true) {
                EventSet events = machine.eventQueue().remove(PATIENCE_MILLIS);
                if (events == null) {
                    throw new IOException(
                            "a traced program must go on: operation=" + operation + ", rounds done=" + rounds.size());
                }
                handle(events);
            }
        } catch (VMDisconnectedException e) {
            // That is its end; the rounds are counted later.
        }
    }

    private void handle(EventSet events) throws InterruptedException {
        for (Event event : events) {
            if (event instanceof MethodEntryEvent entry) {
                note(entry);
            } else if (event instanceof ClassPrepareEvent prepared) {
                for (String mark : List.of("rests", "begins", "ends")) {
                    Method method = prepared.referenceType().methodsByName(mark).get(0);
                    var breakpoint = machine.eventRequestManager().createBreakpointRequest(method.location());
                    breakpoint.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                    breakpoint.enable();
                }
            } else if (event instanceof BreakpointEvent reached) {
                onMark(reached.location().method().name());
            }
        }
        if (events.suspendPolicy() != EventRequest.SUSPEND_NONE) {
            events.resume();
        }
    }

    private void onMark(String mark) throws InterruptedException {
        switch (mark) {
            case "rests" -> {
                begin();
                idle.add(finish());
            }
            case "begins" -> begin();
            default -> rounds.add(finish());
        }
    }

    private void begin() {
        current = new Stretch();
        entries.enable();
    }

    /** Looks on for the length of a stretch; the thread that is at the mark stays there. */
    private Stretch finish() throws InterruptedException {
        long end = System.nanoTime() + STRETCH_NANOS;
        for (long left = STRETCH_NANOS; left > 0; left = end - System.nanoTime()) {
            // Zero would mean for ever.
            EventSet events = machine.eventQueue().remove(1 + TimeUnit.NANOSECONDS.toMillis(left));
            if (events != null) {
                handle(events);
            }
        }
        entries.disable();
        return current;
    }

    private void note(MethodEntryEvent event) {
        Method method = event.method();
        ReferenceType type = method.declaringType();
        if (type.name().startsWith(PROGRAM + ".")) {
            if (method.name().equals("effect")) {
                current.effect();
            }
            return;
        }
        file(type)
                .ifPresent(file -> current.enter(
                        new Entry(threads.computeIfAbsent(event.thread(), TracedProgram::kind), file, method.name())));
    }

    /** Generated classes have no file, and neither have those that the JDK makes for lambdas. */
    private static Optional<String> file(ReferenceType type) {
        try {
            String name = type.name();
            return Optional.of(name.substring(0, name.lastIndexOf('.') + 1).replace('.', '/') + type.sourceName());
        } catch (AbsentInformationException e) {
            return Optional.empty();
        }
    }

    /** Threads of one pool do the same, and it does not matter which of them does it. */
    private static String kind(ThreadReference thread) {
        try {
            return thread.name().replaceAll("\\d+", "#");
        } catch (ObjectCollectedException e) {
            return "ended";
        }
    }
}
