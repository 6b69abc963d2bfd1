// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

class MemoryStoreTest extends StateStoreContract {
    private MemoryStore newest = new MemoryStore();

    @Override
    protected StateStore open() {
        newest = newest.reopen();
        return newest;
    }
}
