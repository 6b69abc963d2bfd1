// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.load;

import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.filestorage.DataRecord;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.TransactionRecord;
import io.troupe.examples.objstore.filestorage.TransactionScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The objects of a storage as of one transaction, with the CRC32C of each.
 *
 * @param at the transaction
 * @param checksums by object
 * @param bytes of all objects
 */
public record Catalogue(long at, SortedMap<Long, Integer> checksums, long bytes) {
    /** Ids of objects are given in order, but for those that were never committed. */
    private static final int LONGEST_GAP = 2000;

    /**
     * {@return the objects of a file, which the server may have open}
     *
     * @throws IOException if the file cannot be read
     */
    public static Catalogue of(Path file) throws IOException {
        SortedSet<Long> oids = new TreeSet<>();
        try (TransactionScan scan = TransactionScan.open(file)) {
            for (TransactionRecord next = scan.next(); next != null; next = scan.next()) {
                for (DataRecord record : next.records()) {
                    oids.add(record.oid());
                }
            }
        }
        SortedMap<Long, Integer> checksums = new TreeMap<>();
        long bytes = 0;
        try (FileStorage storage = FileStorage.open(file)) {
            for (long oid : oids) {
                if (storage.loadBefore(oid, -1, storage.head()) instanceof Load.Found found) {
                    checksums.put(oid, checksum(found));
                    bytes += found.data().length;
                }
            }
            return new Catalogue(storage.head(), checksums, bytes);
        }
    }

    /**
     * {@return the objects that a server has, as of its last transaction: a first reading, whose checksums the later ones must repeat}
     * The protocol cannot list objects, so their ids are tried from 0 on.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public static Catalogue of(ObjectClient client) throws InterruptedException {
        long at = client.head();
        long length = client.length();
        SortedMap<Long, Integer> checksums = new TreeMap<>();
        long bytes = 0;
        int gap = 0;
        for (long oid = 0; checksums.size() < length && gap < LONGEST_GAP; oid++) {
            gap++;
            if (client.load(oid, at) instanceof Load.Found found) {
                checksums.put(oid, checksum(found));
                bytes += found.data().length;
                gap = 0;
            }
        }
        return new Catalogue(at, checksums, bytes);
    }

    private static int checksum(Load.Found found) {
        CRC32C crc = new CRC32C();
        crc.update(found.data());
        return (int) crc.getValue();
    }

    /** Fails if an object is not as it was. */
    void check(long oid, Load load) {
        Integer expected = checksums.get(oid);
        if (!(load instanceof Load.Found found) || expected == null || checksum(found) != expected) {
            throw new IllegalStateException("an object must have the bytes that it had before: oid=" + Ids.text(oid));
        }
    }
}
