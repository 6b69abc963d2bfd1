// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** Calls a method with {@link Simulated} once per schedule. For JUnit only. */
public final class SimulatedExtension implements InvocationInterceptor, ParameterResolver {
    static final String SCHEDULES = "troupe.simulation.schedules";
    static final String SEED = "troupe.simulation.seed";

    /** Made by JUnit. */
    public SimulatedExtension() {}

    /** Of the test alone: what another method did with a simulation, no run would see. */
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Simulation.class
                && AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), Simulated.class);
    }

    /** Never used: each schedule has a simulation of its own. */
    @Override
    public Simulation resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Simulation.unused();
    }

    @Override
    public void interceptTestMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
        Method method = call.getExecutable();
        Optional<Simulated> settings = AnnotationSupport.findAnnotation(method, Simulated.class);
        invocation.skip();
        if (method.getParameterCount() != 1 || settings.isEmpty()) {
            throw new IllegalStateException(
                    "a simulated test must have one parameter, the simulation: method=" + method);
        }
        Object test = call.getTarget().orElseThrow();
        try {
            Simulation.run(
                    options(test.getClass(), method, settings.get()),
                    simulation -> ReflectionSupport.invokeMethod(method, test, simulation));
        } catch (AssertionError e) {
            if (e.getCause() instanceof TestAbortedException aborted) {
                throw aborted; // by an assumption: the test is skipped
            }
            throw e;
        }
    }

    /** A test that is run from a template, too, as by {@code RepeatedTest}. */
    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> call, ExtensionContext context) {
        invocation.skip();
        throw new IllegalStateException("a simulated test must not be repeated or have arguments of its own: method="
                + call.getExecutable() + "; set the number of schedules instead: @Simulated(schedules = …)");
    }

    private static SimulationOptions options(Class<?> test, Method method, Simulated settings) {
        return SimulationOptions.of(test.getName() + "." + method.getName())
                .schedules(Integer.getInteger(SCHEDULES, settings.schedules()))
                .seed(Long.getLong(SEED, settings.seed()));
    }
}
