// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.value.TypeSerializers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallTableTest {
    public record Item(String name) {}

    public static class Till extends Actor<Till> {
        public Promise<Boolean> pay(double euros) {
            return Promise.of(true);
        }

        public void put(Item item, List<Item> others) {}

        public void count(long number) {}

        public void mark(byte[] bytes, Map<String, Item> names) {}

        public void both(int number) {}

        public void both(long number) {}
    }

    private final CallTable table = CallTable.of(ReferenceType.of(Till.class, null), new TypeSerializers(), null);

    private String found(String wireName) {
        CallTable.Entry entry = table.find(wireName);
        return entry == null ? "none" : entry.method().wireName();
    }

    /** Cents are not euros, though both are one number. */
    @Test
    void shouldNotTakeOneKindForAnother() {
        assertThat(found("pay(long)")).isEqualTo("none");
        assertThat(found("pay(java.lang.String)")).isEqualTo("none");
        assertThat(found("count(double)")).isEqualTo("none");
        assertThat(found("count(java.lang.String)")).isEqualTo("none");
        assertThat(found("put(shop.Item,shop.Item)")).isEqualTo("none");
        assertThat(found("mark(int[],java.util.Map)")).isEqualTo("none");
        assertThat(found("count/1")).isEqualTo("none");
    }

    @Test
    void shouldFindMethodsOfOtherVersionsByKind() {
        assertThat(found("pay(java.lang.Double)")).isEqualTo("pay(double)");
        assertThat(found("pay(float)")).isEqualTo("pay(double)");
        assertThat(found("count(int)")).isEqualTo("count(long)");
        assertThat(found("put(other.shop.Item,java.util.Set)")).startsWith("put(");
        assertThat(found("mark(byte[],java.util.SortedMap)")).startsWith("mark(");
    }

    @Test
    void shouldFindMethodsByNameAloneWhereThatIsClear() {
        assertThat(found("pay")).isEqualTo("pay(double)");
        assertThat(found("both")).isEqualTo("none");
        assertThat(found("both(short)")).isEqualTo("none");
        assertThat(found("both(int)")).isEqualTo("both(int)");
        assertThat(found("both(long)")).isEqualTo("both(long)");
        assertThat(List.of(found("pay("), found("pay(double"), found(""), found("()")))
                .containsOnly("none");
    }
}
