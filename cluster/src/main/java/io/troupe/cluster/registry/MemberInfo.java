// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import io.troupe.cluster.shard.Candidate;
import io.troupe.core.message.TextRule;
import java.lang.module.ModuleDescriptor;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a member says about itself when it joins. Strangers may have written it: all texts are checked.
 *
 * @param id 64 random bits per start, never used again; not 0
 * @param name one per living member, 1 to 128 characters
 * @param address where links to it go, up to 512 characters
 * @param fingerprint of its certificate, or empty
 * @param version of the program, or empty
 * @param roles what it is for: words of letters, digits, {@code -}, {@code _} and {@code .}
 * @param weight its share of the shards beside those of others, from 1 to 1000
 */
public record MemberInfo(
        long id, String name, String address, String fingerprint, String version, List<String> roles, int weight) {
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST = 512;
    private static final int MOST_ROLES = 32;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public MemberInfo {
        new Candidate(id, weight);
        TextRule.check("name", name, 1, LONGEST_NAME);
        TextRule.check("address", address, 0, LONGEST);
        TextRule.check("fingerprint", fingerprint, 0, LONGEST);
        TextRule.check("version", version, 0, LONGEST_NAME);
        roles = List.copyOf(roles);
        if (roles.size() > MOST_ROLES) {
            throw new IllegalArgumentException(
                    "a member must have " + MOST_ROLES + " roles at most: roles=" + roles.size());
        }
        for (String role : roles) {
            TextRule.check("role", role, 1, LONGEST_NAME);
            if (!role.matches("[\\w.-]+")) {
                throw new IllegalArgumentException("a role must be a word: role=" + role);
            }
        }
    }

    /** The id of a member as people and tools know it: 16 hexadecimal digits. */
    public static String idText(long id) {
        return HexFormat.of().toHexDigits(id);
    }

    /** Whether the version of the program is earlier (less than 0), the same, or later than that of another member. */
    public int compareVersion(MemberInfo other) {
        if (version.equals(other.version)) {
            return 0;
        }
        Optional<ModuleDescriptor.Version> mine = parsed(version);
        Optional<ModuleDescriptor.Version> its = parsed(other.version);
        return mine.isPresent() && its.isPresent()
                ? mine.get().compareTo(its.get())
                : Boolean.compare(mine.isPresent(), its.isPresent());
    }

    private static Optional<ModuleDescriptor.Version> parsed(String version) {
        try {
            return Optional.of(ModuleDescriptor.Version.parse(version));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // none, or a stranger's: before all others
        }
    }
}
