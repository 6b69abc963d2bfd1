// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Encodings for a parameterized test. In the fast tier the methods of a class take turns, so that each encoding occurs if there are
 * three of them; a class with fewer tests all. See {@link Tier}.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SomeEncodings.Provider.class)
public @interface SomeEncodings {
    /** Makes the arguments. */
    final class Provider implements ArgumentsProvider {
        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            Encoding[] all = Encoding.values();
            Class<?> type = context.getRequiredTestClass();
            List<String> methods = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(SomeEncodings.class))
                    .map(Method::getName)
                    .sorted()
                    .toList();
            int turn =
                    methods.indexOf(context.getTestMethod().map(Method::getName).orElse(""));
            if (Tier.PRODUCT || turn < 0 || methods.size() < all.length) {
                return Arrays.stream(all).map(Arguments::of);
            }
            return Stream.of(Arguments.of(all[Math.floorMod(type.getName().hashCode() + turn, all.length)]));
        }
    }
}
