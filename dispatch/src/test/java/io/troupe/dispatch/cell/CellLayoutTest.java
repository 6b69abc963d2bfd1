// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the virtual machine that runs the tests puts the fields of a cell. */
class CellLayoutTest {
    /** Of the 64 bytes of a cache line: in three of four places that a cell may begin at, the two do not share one. */
    private static final long APART = 48;

    @ParameterizedTest
    @ValueSource(strings = {"untilSample", "holds", "marks", "closed", "pending", "recipient"})
    void shouldKeepWhatTheOwnerNeedsPerMessageAwayFromWhatSendersWrite(String field) throws Exception {
        assertThat(offset("head") - offset(field)).isGreaterThanOrEqualTo(APART);
    }

    /** By reflection twice over, as the compiler warns of the class that knows. */
    private static long offset(String field) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        return (long) unsafe.getMethod("objectFieldOffset", Field.class)
                .invoke(instance.get(null), Cell.class.getDeclaredField(field));
    }
}
