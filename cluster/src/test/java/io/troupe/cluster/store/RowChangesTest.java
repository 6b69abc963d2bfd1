// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import static io.troupe.cluster.store.ReminderChange.ANY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowChangesTest {
    private static final StateKey KEY = new StateKey("account", "a");
    private static final byte[] NOTHING = {};

    private static StoredReminder due(long due) {
        return new StoredReminder(KEY, "tea", due, 10, "m()", NOTHING, due, 0); // compared, so the same bytes
    }

    private static ReminderChange set(long due) {
        return new ReminderChange("tea", ANY, due(due));
    }

    private static ReminderChange move(long from, long to) {
        return new ReminderChange("tea", from, due(to));
    }

    private static StoredCall call(String id, int reply) {
        return new StoredCall(id, "m()", new byte[] {(byte) reply}, 0);
    }

    @Test
    void shouldHaveNoRowTwiceInOneWrite() {
        StoredEffect effect = new StoredEffect(7, KEY, 1, KEY, "m()", new byte[0], 0, 0);
        RowChanges first = new RowChanges(
                List.of(call("a", 1), call("b", 1)),
                List.of(effect),
                List.of(new EffectChange(effect.failed(5), false)),
                List.of(set(5)));
        RowChanges later = new RowChanges(
                List.of(call("a", 2)), List.of(effect), List.of(new EffectChange(effect, true)), List.of(set(9)));
        RowChanges both = first.then(later);
        assertThat(both.calls()).extracting(each -> each.id() + each.reply()[0]).containsExactly("a2", "b1");
        assertThat(both.effects()).hasSize(2);
        assertThat(both.attempts()).singleElement().matches(EffectChange::done);
        assertThat(both.reminders()).containsExactly(set(9));
        assertThat(RowChanges.NONE.then(later)).isSameAs(later);
        assertThat(later.then(RowChanges.NONE)).isSameAs(later);
    }

    @Test
    void shouldMakeOneChangeOfTwoThatHasTheSameEnd() {
        List<StoredReminder> presents = new ArrayList<>();
        presents.add(null);
        presents.add(due(1));
        presents.add(due(2));
        List<ReminderChange> changes = List.of(
                set(1), set(2), new ReminderChange("tea", ANY, null), move(1, 2), new ReminderChange("tea", 1, null));
        for (StoredReminder present : presents) {
            for (ReminderChange first : changes) {
                for (ReminderChange second : changes) {
                    if (first.ifDue() != ANY && second.ifDue() == first.ifDue()) {
                        continue; // one call moves its reminder once
                    }
                    StoredReminder expected = applied(second, applied(first, present));
                    assertThat(applied(first.then(second), present))
                            .as("present=%s, first=%s, second=%s", present, first, second)
                            .isEqualTo(expected);
                }
            }
        }
    }

    private static StoredReminder applied(ReminderChange change, StoredReminder present) {
        boolean applies = change.ifDue() == ANY || (present != null && present.due() == change.ifDue());
        return applies ? change.next() : present;
    }

    @Test
    void shouldFindTheNextTimeThatIsNotInThePast() {
        assertThat(due(100).following(100).due()).isEqualTo(110);
        assertThat(due(100).following(109).due()).isEqualTo(110);
        assertThat(due(100).following(110).due()).isEqualTo(120);
        assertThat(due(100).following(1_234).due()).isEqualTo(1_240);
        assertThat(due(100).following(50).due()).isEqualTo(110);
        StoredReminder once = new StoredReminder(KEY, "tea", 5, 0, "m()", new byte[0], 5, 0);
        assertThat(once.following(5)).isNull();
    }
}
