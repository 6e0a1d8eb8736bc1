# Adds a signal set of sets.txt to what GTKWave shows, with formats, colours and words. README.md shows how to use it.
#
#   gtkwave DUMP --script waves/gtkwave.tcl [-- -- SET [SCOPES]]
#
#   SET     its name; traffic when not given
#   SCOPES  a pattern of the scopes to add, such as switch3*; without it, all of them

namespace eval slackline {
  variable folder [file dirname [file normalize [info script]]]
  # The commands of the viewer for the formats and colours of looks.txt.
  variable formats {binary Binary decimal Decimal hexadecimal Hex analog Analog/Step}
  variable colours {red Red orange Orange yellow Yellow green Green blue Blue indigo Indigo violet Violet}
  variable most_signals 4000 most_curves 40

  # The lines of a file of this folder that are no comments, as lists of words.
  proc lines {name} {
    variable folder
    set file [open [file join $folder $name]]
    set lines {}
    foreach line [split [read $file] \n] {
      if {[llength $line] != 0 && [string index $line 0] ne "#"} { lappend lines $line }
    }
    close $file
    return $lines
  }

  proc read_tables {set_name} {
    variable looks
    variable kinds
    variable patterns
    variable values
    variable order
    variable chosen
    set kinds {}
    array unset order
    array unset chosen
    foreach line [lines looks.txt] { set looks([lindex $line 0]) [lrange $line 1 end] }
    foreach line [lines values.txt] {
      if {[lindex $line 0] eq "scope"} {
        set kind [lindex $line 1]
        lappend kinds $kind
        set patterns($kind) [lindex $line 2]
      } else {
        set values($kind,[lindex $line 0]) [lindex $line 1]
        lappend order($kind) [lindex $line 0]
      }
    }
    set sets {}
    foreach line [lines sets.txt] {
      lappend sets [lindex $line 0]
      if {[lindex $line 0] ne $set_name} continue
      foreach kind $kinds {
        if {[string match [lindex $line 1] $kind]} { lappend chosen($kind) {*}[lrange $line 2 end] }
      }
    }
    if {$set_name ni $sets} {
      error "no signal set is named $set_name: [join [lsort -unique $sets]]"
    }
  }

  proc kind_of {path value} {
    variable kinds
    variable patterns
    variable values
    foreach kind $kinds {
      if {[info exists values($kind,$value)] && [string match $patterns($kind) $path]} { return $kind }
    }
    return ""
  }

  proc is_chosen {kind value} {
    variable chosen
    if {![info exists chosen($kind)]} { return 0 }
    foreach pattern $chosen($kind) {
      if {[string match $pattern $value]} { return 1 }
    }
    return 0
  }

  # The chosen signals of the dump: of each scope the kind, then value and signal in turns.
  proc signals {scopes} {
    set found {}
    for {set i 0} {$i < [gtkwave::getNumFacs]} {incr i} {
      set signal [gtkwave::getFacName $i]
      if {![regexp {^(.*)\.([^.\[]+)(\[.*\])?$} $signal - path value]} continue
      set kind [kind_of $path $value]
      if {![string match $scopes $path] || ![is_chosen $kind $value]} continue
      if {![dict exists $found $path]} { dict set found $path $kind }
      dict lappend found $path $value $signal
    }
    return $found
  }

  # Next to the dump, for words that depend on the network, or here. Each file is loaded once. 0: there is none.
  proc filter_number {name} {
    variable folder
    variable filters
    if {![info exists filters($name)]} {
      set filters($name) 0
      foreach file [list [file rootname [gtkwave::getDumpFileName]].$name [file join $folder filters $name.filter]] {
        if {$filters($name) == 0 && [file exists $file]} { set filters($name) [gtkwave::setCurrentTranslateFile $file] }
      }
    }
    return $filters($name)
  }

  # Adds the signals below a heading. Each command redraws the window, so there is one for many signals, except for the second rows of curves.
  proc add {heading signals curves} {
    gtkwave::addCommentTracesFromList [list $heading]
    set together {}
    foreach signal $signals {
      lappend together $signal
      if {$signal ni $curves} continue
      gtkwave::addSignalsFromList $together
      set together {}
      gtkwave::highlightSignalsFromList [list $signal]
      gtkwave::/Edit/Insert_Analog_Height_Extension
      gtkwave::/Edit/UnHighlight_All
    }
    gtkwave::addSignalsFromList $together
  }

  proc give_look {signals look} {
    variable looks
    variable formats
    variable colours
    lassign $looks($look) format colour filter
    gtkwave::highlightSignalsFromList $signals
    if {$format eq "analog"} { gtkwave::/Edit/Data_Format/Decimal }
    gtkwave::/Edit/Data_Format/[dict get $formats $format]
    if {$colour ne "-"} { gtkwave::/Edit/Color_Format/[dict get $colours $colour] }
    if {$filter ne "-" && [filter_number $filter] != 0} { gtkwave::installFileFilter [filter_number $filter] }
    gtkwave::/Edit/UnHighlight_All
  }

  proc show {set_name {scopes *}} {
    variable looks
    variable values
    variable order
    variable most_signals
    variable most_curves
    read_tables $set_name
    set found [signals $scopes]
    set below {}
    set with_look {}
    set curves {}
    set count 0
    foreach path [lsort -dictionary [dict keys $found]] {
      set signal_of [lassign [dict get $found $path] kind]
      foreach value $order($kind) {
        if {![dict exists $signal_of $value] || [incr count] > $most_signals} continue
        set signal [dict get $signal_of $value]
        set look $values($kind,$value)
        dict lappend below $path $signal
        dict lappend with_look $look $signal
        if {[lindex $looks($look) 0] eq "analog"} { lappend curves $signal }
      }
    }
    if {[llength $curves] > $most_curves} { set curves {} }
    set is_first [expr {[llength [gtkwave::getDisplayedSignals]] == 0}]
    gtkwave::/Edit/UnHighlight_All
    dict for {path signals} $below { add $path $signals $curves }
    dict for {look signals} $with_look { give_look $signals $look }
    if {$is_first} { gtkwave::/Time/Zoom/Zoom_Full }
    if {$count == 0} { puts "slackline: no scope that matches $scopes has a signal of the set $set_name" }
    if {$count > $most_signals} { puts "slackline: the first $most_signals of $count signals; a pattern of scopes chooses fewer" }
  }
}

# Only what follows a second -- is for scripts.
set slackline::arguments [gtkwave::getArgv]
set slackline::marks [lsearch -all -exact $slackline::arguments --]
if {[llength $slackline::marks] >= 2} {
  slackline::show {*}[lrange $slackline::arguments [lindex $slackline::marks 1]+1 end]
} else {
  slackline::show traffic
}
