// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;

/** The rest of a frame was not kept, as there was no room for it. */
public final class NoRoomException extends WireException {
    private static final long serialVersionUID = 1L;

    NoRoomException(String message) {
        super(message);
    }
}
