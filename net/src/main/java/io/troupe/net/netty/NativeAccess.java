// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.lang.reflect.Method;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether classes may load native libraries without a warning of the JVM. Any thread. */
final class NativeAccess {
    /** The first version that warns. */
    private static final int WARNS = 24;

    private NativeAccess() {}

    /** The option of the JVM that allows it to the modules of all of these classes. */
    static String option(Class<?>... classes) {
        return Stream.of(classes)
                .map(each -> each.getModule().isNamed() ? each.getModule().getName() : "ALL-UNNAMED")
                .distinct()
                .collect(Collectors.joining(",", "--enable-native-access=", ""));
    }

    /** True if the modules of all of these classes may, or if this JVM does not ask. */
    static boolean isAllowed(Class<?>... classes) {
        if (Runtime.version().feature() < WARNS) {
            return true;
        }
        try {
            Method isEnabled = Module.class.getMethod("isNativeAccessEnabled");
            for (Class<?> each : classes) {
                if (!(boolean) isEnabled.invoke(each.getModule())) {
                    return false;
                }
            }
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
