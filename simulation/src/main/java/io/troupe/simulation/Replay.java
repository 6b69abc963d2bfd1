// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import io.troupe.testkit.schedule.SimEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.ReflectionSupport;

/** Finds the test of a schedule file by its name, and runs it. */
final class Replay {
    private static final String TEST = "test: ";

    private Replay() {}

    static List<SimEvent> of(Path file) {
        String test = test(file);
        Method found = method(test).orElseThrow(() -> notFound(file, test));
        Object object = instance(type(test).orElseThrow());
        return new Runs(
                        SimulationOptions.of(test),
                        simulation -> ReflectionSupport.invokeMethod(found, object, simulation))
                .replay(file);
    }

    /** The method with {@link Simulated} that a test is called after; empty if it is called after something else. */
    static Optional<Method> method(String test) {
        String name = test.substring(test.lastIndexOf('.') + 1);
        return type(test).flatMap(found -> ReflectionSupport.findMethod(found, name, Simulation.class));
    }

    private static Optional<Class<?>> type(String test) {
        int dot = test.lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : ReflectionSupport.tryToLoadClass(test.substring(0, dot)).toOptional();
    }

    /** An object of a test class, and one of each class around it that it needs. */
    private static Object instance(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        boolean alone = outer == null || Modifier.isStatic(type.getModifiers());
        return alone ? ReflectionSupport.newInstance(type) : ReflectionSupport.newInstance(type, instance(outer));
    }

    private static String test(Path file) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(TEST)) {
                    return line.substring(TEST.length());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a schedule must be a file that can be read: file=" + file, e);
        }
        throw new IllegalArgumentException("a schedule must have a line '" + TEST + "': file=" + file);
    }

    private static IllegalArgumentException notFound(Path file, String test) {
        return new IllegalArgumentException("the test of a schedule must be a method with @Simulated: test=" + test
                + ", file=" + file + "; give the body to Simulation.replay for others");
    }
}
