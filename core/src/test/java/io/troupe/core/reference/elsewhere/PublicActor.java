// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference.elsewhere;

import io.troupe.core.promise.Promise;

/** Makes the methods of its invisible base visible: by bridges that javac adds. */
public class PublicActor extends HiddenBase<PublicActor, String> {
    /** Overload of an inherited method that is bridged. */
    public void add(String number) {
        add((Object) Integer.valueOf(number));
    }

    @Override
    public void keep(String value) {
        super.keep("<" + value + ">");
    }

    /** Another name for the total. */
    public Promise<Integer> sum() {
        return total();
    }
}
