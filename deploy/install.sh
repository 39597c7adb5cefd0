#!/bin/bash
# install.sh [--deb FILE] [--name NAME] [--root DIR] [--uninstall]
# Makes a Raspberry Pi (64-bit) or another small Debian computer a table: the companion alone on the screen, its own broker
# with TLS, and a name on the network. It asks nothing and may run again. Run it as root, from the folder of a release.
#   --deb FILE   the package to install (make deb); without it the newest companion_*.deb beside this script or in out/deb
#   --name NAME  the name on the network: NAME.local; another one makes the broker a new certificate at its next start
#   --root DIR   into another root folder, such as a mounted image: nothing of this machine is changed or started, and what
#                apt would bring is only named: that system must install it itself
#   --uninstall  takes out what it put in; games and the broker's keys stay
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
root="" deb="" name="" uninstall=""
refuse() { echo "install.sh: $*" >&2; exit 2; }
say() { echo "install.sh: $*"; }

while [ $# -gt 0 ]; do
    case $1 in
        --deb | --name | --root)
            [ $# -ge 2 ] || refuse "$1 needs a value"
            case $1 in --deb) deb=$2 ;; --name) name=$2 ;; --root) root=$2 ;; esac
            shift ;;
        --uninstall) uninstall=yes ;;
        *) refuse "unknown word '$1'; there are --deb FILE, --name NAME, --root DIR and --uninstall" ;;
    esac
    shift
done
[ -z "$deb" ] || [ -f "$deb" ] || refuse "there is no package '$deb'"
case $name in -* | *- | *[!a-z0-9-]*) refuse "a name has small letters, digits and hyphens between them: '$name'" ;; esac
if [ -n "$root" ]; then
    [ -d "$root" ] || refuse "there is no folder '$root'"
    root=$(readlink -f "$root")
    [ "$root" != / ] || root=""
fi
[ -n "$root" ] || [ "$(id -u)" = 0 ] || refuse "run it as root: sudo $0"

# File of this release → its place.
files="
pi/companion-kiosk.service  etc/systemd/system/companion-kiosk.service
pi/companion-broker.service etc/systemd/system/companion-broker.service
pi/sysusers.conf            etc/sysusers.d/companion.conf
pi/companion.avahi          etc/avahi/services/companion.service
mosquitto/mosquitto.conf    etc/mosquitto/conf.d/companion.conf
"
units=(companion-kiosk.service companion-broker.service)
here_only() { [ -z "$root" ]; }
systemd() { if command -v systemctl >/dev/null; then systemctl ${root:+--root="$root"} --quiet "$@"; fi; }
running() { here_only && [ -d /run/systemd/system ]; }

put_in() {
    while read -r source target; do
        [ -z "$source" ] || install -D -m 644 "$here/$source" "$root/$target"
    done <<< "$files"
}

take_out() {
    if running; then systemctl --quiet disable --now "${units[@]}" || true; else systemd disable "${units[@]}" || true; fi
    while read -r source target; do
        [ -z "$source" ] || rm -f "$root/$target"
    done <<< "$files"
    if here_only; then
        if dpkg-query -W companion >/dev/null 2>&1; then apt-get purge -y -qq companion >/dev/null; fi
    else
        for list in "$root"/var/lib/companion-install/*.list; do
            [ -e "$list" ] || continue
            (cd "$root" && xargs -d '\n' rm -f < "$list")
            rm -rf "$root"/opt/companion "$root"/usr/share/companion "$root"/usr/share/doc/companion "${list%/*}"
        done
    fi
    say "taken out; the games stay in $root/var/lib/companion, the broker's keys in $root/etc/mosquitto/companion"
}

broker=(mosquitto mosquitto-clients openssl avahi-daemon)
packages() {
    say "installing through apt: the broker, the name on the network, and what the screen needs"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${broker[@]}" >/dev/null
}

still_lacking() { # what a root folder needs from its own apt, as words of a command line
    local needs=""
    [ -z "$deb" ] || needs=$(dpkg-deb -f "$deb" Depends | sed 's/([^)]*)//g; s/,/ /g' | tr -s ' ' '\n' | sort -u | paste -sd ' ')
    echo "${broker[*]} $needs"
}

call_it() { # NAME; sudo asks /etc/hosts for it
    echo "$1" > "$root/etc/hostname"
    if grep -qs '^127\.0\.1\.1[[:space:]]' "$root/etc/hosts"; then
        sed -i "s/^127\.0\.1\.1[[:space:]].*/127.0.1.1\t$1/" "$root/etc/hosts"
    else
        printf '127.0.1.1\t%s\n' "$1" >> "$root/etc/hosts"
    fi
    if running; then hostnamectl set-hostname "$1"; fi
}

program() {
    [ -n "$deb" ] || deb=$(find "$here" "$here/../out/deb" -maxdepth 1 -name 'companion_*.deb' 2>/dev/null | sort -V | tail -n 1)
    if here_only; then
        [ -n "$deb" ] || refuse "there is no package: name one with --deb FILE, or make it with 'make deb'"
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$(readlink -f "$deb")" >/dev/null
    elif [ -n "$deb" ]; then
        dpkg-deb -x "$deb" "$root"
        install -d "$root/var/lib/companion-install"
        dpkg-deb --fsys-tarfile "$deb" | tar -t | grep -v '/$' > "$root/var/lib/companion-install/program.list"
    else
        say "no package was named: $root gets everything but the program"
    fi
    # so that `companion update` names this script, which renews the units too
    if [ -d "$root/opt/companion" ]; then echo install.sh > "$root/opt/companion/installed-by"; fi
}

start() {
    systemctl daemon-reload
    systemctl restart companion-broker.service mosquitto.service
    systemctl restart --no-block companion-kiosk.service
}

if [ -n "$uninstall" ]; then take_out; exit 0; fi
if here_only; then packages; fi
program
put_in
systemd-sysusers ${root:+--root="$root"} "$root/etc/sysusers.d/companion.conf"
install -d -m 755 "$root/etc/mosquitto/companion"
if [ -n "$name" ]; then call_it "$name"; fi
systemd enable "${units[@]}"
if running; then start; fi
here_only || say "that system still needs, before it can be a table: apt install $(still_lacking)"
say "done${root:+ in $root}; each tray needs an account: /usr/share/companion/mosquitto/add-device /etc/mosquitto/companion/passwords TRAY"
