// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Shards;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a member answers to a client that asks who owns what, by the number of the view that it has. Lines of text, as no text
 * of a member has control characters: the number of the view; if it is news, the owners of all shards, as indexes of members
 * below, -1 for nobody; and a line per living member.
 */
final class RouteNote {
    private static final int FIRST_MEMBER = 2;
    private static final int FIELDS = 5;

    private RouteNote() {}

    /** There is nothing newer than what the client has. */
    static String nothingNew(long view) {
        return Long.toString(view);
    }

    /** All that there is. */
    static String of(RegistryDelta all) {
        List<MemberRow> living =
                all.members().stream().filter(row -> row.status().isLiving()).toList();
        Map<Long, Integer> indexes = new HashMap<>();
        living.forEach(row -> indexes.put(row.id(), indexes.size()));
        int[] owners = new int[Shards.COUNT];
        Arrays.fill(owners, -1);
        all.shards().forEach(row -> owners[row.no()] = indexes.getOrDefault(row.owner(), -1));
        return all.view() + "\n"
                + Arrays.stream(owners).mapToObj(Integer::toString).collect(Collectors.joining(" "))
                + living.stream().map(RouteNote::line).collect(Collectors.joining());
    }

    private static String line(MemberRow row) {
        MemberInfo info = row.info();
        return "\n"
                + String.join(
                        "\t",
                        Long.toString(info.id()),
                        row.status().name(),
                        info.address(),
                        info.fingerprint(),
                        info.name());
    }

    /**
     * Reads what a stranger may have written. Without members and shards: there is nothing new.
     *
     * @throws IllegalArgumentException if it is no such note
     */
    static RegistryDelta parse(String text) {
        String[] lines = text.split("\n", -1);
        long view = Long.parseLong(lines[0]);
        if (lines.length < FIRST_MEMBER) {
            return new RegistryDelta(view, List.of(), List.of());
        }
        List<MemberRow> members = new ArrayList<>();
        for (String line : List.of(lines).subList(FIRST_MEMBER, lines.length)) {
            members.add(member(line, view));
        }
        return new RegistryDelta(view, members, shards(lines[1], members, view));
    }

    private static MemberRow member(String line, long view) {
        String[] fields = line.split("\t", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("a member must have " + FIELDS + " fields: fields=" + fields.length);
        }
        MemberInfo info = new MemberInfo(Long.parseLong(fields[0]), fields[4], fields[2], fields[3], "", List.of(), 1);
        return new MemberRow(info, MemberStatus.valueOf(fields[1]), false, view);
    }

    private static List<ShardRow> shards(String owners, List<MemberRow> members, long view) {
        String[] indexes = owners.split(" ", -1);
        if (indexes.length != Shards.COUNT) {
            throw new IllegalArgumentException("all shards must be told: shards=" + indexes.length);
        }
        List<ShardRow> shards = new ArrayList<>(indexes.length);
        for (String text : indexes) {
            int index = Integer.parseInt(text);
            if (index < -1 || index >= members.size()) {
                throw new IllegalArgumentException("a shard must belong to a member: index=" + index);
            }
            shards.add(new ShardRow(
                    shards.size(), index < 0 ? 0 : members.get(index).id(), 0, view));
        }
        return shards;
    }
}
