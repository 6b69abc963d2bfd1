// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.worker;

class ThreadPoolDispatcherTest extends DispatcherContract {
    @Override
    Dispatcher create(int threads) {
        return WorkerDispatchers.threadPool(NAME, threads);
    }
}
