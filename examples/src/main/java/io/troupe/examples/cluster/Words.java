// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.MemberView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words and values as people and other programs read them. */
final class Words {
    private Words() {}

    /**
     * A member, as it is printed.
     *
     * @param id 16 hexadecimal digits
     * @param leaseLeftMillis zero or less: it is over
     */
    record Member(
            String id,
            String name,
            String address,
            String version,
            List<String> roles,
            String status,
            boolean fenced,
            long leaseLeftMillis,
            int shards) {
        static Member of(MemberView view) {
            return new Member(
                    view.id(),
                    view.name(),
                    view.address(),
                    view.version(),
                    view.roles(),
                    Words.status(view),
                    view.proven(),
                    view.leaseLeft().toMillis(),
                    view.shards());
        }
    }

    static String status(MemberView member) {
        return member.status().name().toLowerCase(Locale.ROOT);
    }

    /** What is left of a lease; one that is over is told by a word. */
    static String lease(MemberView member) {
        if (!member.isLiving()) {
            return "-";
        }
        return member.leaseLeft().isNegative() || member.leaseLeft().isZero() ? "over" : seconds(member.leaseLeft());
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    /** A stored value of what JSON has; anything else becomes a text. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>();
            map.forEach((key, each) -> plain.put(String.valueOf(key), plain(each)));
            return plain;
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> plain = new ArrayList<>();
            list.forEach(each -> plain.add(plain(each)));
            return plain;
        }
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof byte[]
                ? value
                : value.toString();
    }
}
