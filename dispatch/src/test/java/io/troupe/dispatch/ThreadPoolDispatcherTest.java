// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

class ThreadPoolDispatcherTest extends DispatcherContract {
    @Override
    CellDispatcher create(int threads) {
        return (CellDispatcher) Dispatchers.threadPool(NAME, threads);
    }
}
